import { resolveApplication } from '@quirecms/testkit'
import { expect, it } from 'vitest'
import { everything } from './everything.ts'
import { operationTable } from './operation-table.ts'

it("the client's table has every possible operation", async () => {
  const table = operationTable(resolveApplication(everything))
  await expect(table).toMatchFileSnapshot('../../../packages/sdk/src/operation-table.ts')
})
