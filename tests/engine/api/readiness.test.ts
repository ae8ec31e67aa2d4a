import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { expect, it, vi } from 'vitest'

const config = defineConfig({ collections: { notes: collection({ fields: { text: f.text() } }) } })

onEachDatabase('the readiness check', { config }, (app) => {
  const ask = () => app().request('GET', '/readyz')

  it('queries the database once a second, whatever the number of requests', async () => {
    const check = vi.spyOn(app().app.storage, 'check')
    const began = performance.now()
    await Promise.all(Array.from({ length: 20 }, ask))
    for (let round = 0; round < 20; round += 1) expect((await ask()).status).toBe(200)
    const seconds = Math.floor((performance.now() - began) / 1_000)
    expect(check.mock.calls.length).toBeLessThanOrEqual(seconds + 1)
    check.mockRestore()
  })
})
