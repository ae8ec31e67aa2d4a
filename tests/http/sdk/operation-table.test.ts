import { resolveApplication } from '@quirecms/testkit'
import { expect, it } from 'vitest'
import { everything } from './everything.ts'
import { operationTable } from './operation-table.ts'

it("the client's table has every operation that an application can have", async () => {
  const table = operationTable(resolveApplication(everything))
  await expect(table).toMatchFileSnapshot('../../../packages/sdk/src/operation-table.ts')
})
