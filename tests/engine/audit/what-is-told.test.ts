import { describeEachDatabase, must } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { expect, it, onTestFinished } from 'vitest'
import { recorded } from './recorded.ts'

const pages = defineConfig({
  collections: {
    pages: collection({
      fields: {
        title: f.text(),
        data: f.json(),
        parts: f.blocks({
          blocks: {
            quote: { fields: { text: f.text() } },
            note: { fields: { text: f.text({ hidden: true }) } },
          },
        }),
      },
    }),
  },
})

describeEachDatabase('values in the audit log, on %s', (dialect) => {
  it('exclude a hidden value of a block whose type changed', async () => {
    const log = await recorded(pages, dialect)
    onTestFinished(() => log.close())
    const kept = log.app.local.asSystem().collection('pages')
    const { id, parts } = await kept.create({ parts: [{ blockType: 'note', text: 'for me alone' }] })
    const [part] = parts as { id: string }[]
    await kept.update(id, { parts: [{ id: must(part, 'part').id, blockType: 'quote', text: 'for everybody' }] })
    const entries = await log.entries({ documentId: { equals: id } })
    expect(entries).toHaveLength(2)
    expect(JSON.stringify(entries)).not.toContain('for me alone')
    expect(entries[1]?.changes).toContainEqual(expect.objectContaining({ to: 'for everybody' }))
  })

  it('preserve every character, however JSON or SQL escape it', async () => {
    const log = await recorded(pages, dialect)
    onTestFinished(() => log.close())
    const titles = [`it's`, `back\\slash's`, `"quoted" \\' $1 $$`, 'two\nlines\tand ümläuts 🎈', `E'\\'; --`]
    const kept = log.app.local.asSystem().collection('pages')
    const ids: string[] = []
    for (const title of [...titles, ...titles]) ids.push((await kept.create({ title, data: { [title]: title } })).id)
    const entries = await log.entries({ action: { equals: 'document.created' } })
    expect(entries.map(({ documentId }) => documentId)).toEqual(ids)
    for (const [index, { changes }] of entries.entries()) {
      const title = titles[index % titles.length] ?? ''
      expect(changes).toEqual([
        { path: 'title', from: null, to: title },
        { path: 'data', from: null, to: JSON.stringify({ [title]: title }) },
      ])
    }
  })
})
