import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, it } from 'vitest'

it('the client is small, and has no dependencies', async () => {
  const input = new URL('../../../packages/sdk/src/index.ts', import.meta.url).pathname
  const build = await rolldown({ input, platform: 'browser' })
  const { output } = await build.generate({ format: 'esm', minify: true })
  await build.close()
  expect(output).toHaveLength(1)
  expect(output[0].imports).toEqual([])
  expect(output[0].code).not.toMatch(/\bnode:|\bBuffer\b|\bprocess\b/)
  expect(gzipSync(output[0].code).length).toBeLessThan(10_000)
})
