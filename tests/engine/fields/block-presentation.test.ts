import { createTestApp } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { expect, it, onTestFinished } from 'vitest'

it('the labels and presentation of blocks are public', async () => {
  const config = defineConfig({
    collections: {
      pages: collection({
        fields: {
          sections: f.blocks({
            blocks: {
              hero: {
                label: 'Opening',
                admin: { group: { en: 'Start', de: 'Anfang' }, picture: '/hero.svg' },
                fields: { title: f.text() },
              },
              quote: { fields: { text: f.text({ hidden: true }) } },
            },
          }),
        },
      }),
    },
  })
  const app = await createTestApp(config)
  onTestFinished(() => app.close())
  const { body } = await app.request('GET', '/api/schema')
  const [sections] = body.manifest.collections.pages.fields
  expect(sections.blocks).toEqual({
    hero: {
      label: 'Opening',
      admin: { group: { en: 'Start', de: 'Anfang' }, picture: '/hero.svg' },
      fields: [expect.objectContaining({ name: 'title', path: 'sections.hero.title' })],
    },
    quote: { fields: [] },
  })
})
