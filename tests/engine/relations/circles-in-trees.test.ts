import { examine, exportLines, importLines } from '@quirecms/features/commands'
import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { expect, it } from 'vitest'
import { runtimeOf } from '../../../packages/quire/src/runtime-of.ts'

const config = defineConfig({
  collections: {
    pages: collection({ fields: { title: f.text(), parent: f.relationship({ to: 'pages', tree: true }) } }),
    sections: collection({
      versions: { drafts: true },
      fields: { parent: f.relationship({ to: 'sections', tree: true }) },
    }),
  },
})

onEachDatabase('cycles in trees that were written directly to the database', { config, jobs: false }, (app) => {
  const runtime = () => runtimeOf(app().app)
  const pages = () => app().app.local.asSystem().collections.pages

  /** Writes a cycle directly: the API would refuse it. */
  async function point(table: string, id: string, parent: string): Promise<void> {
    await app().app.storage.transaction(async (tx) => {
      const stored = await tx.get(table, id)
      if (!stored) throw new Error('nothing to change')
      const json = JSON.stringify({ ...(JSON.parse(stored.json) as object), parent })
      await tx.update(table, { ...stored, json }, stored.revision, [
        { path: 'parent', locale: '', collection: 'pages', id: parent },
      ])
    })
  }

  async function findings(): Promise<readonly string[]> {
    const found: string[] = []
    for await (const { check, finding } of examine(runtime(), { files: false }))
      if (check === 'trees' && finding) found.push(`${finding.place}: ${finding.message}`)
    return found
  }

  it('are found by doctor, each once, with its documents', async () => {
    const { id: root } = await pages().create({ title: 'Root' })
    const { id: child } = await pages().create({ title: 'Child', parent: root })
    const { id: leaf } = await pages().create({ title: 'Leaf', parent: child })
    expect(await findings()).toEqual([])
    await point('pages', root, child)
    const [found, ...others] = await findings()
    expect(others).toEqual([])
    expect(found).toMatch(/^pages .* is above itself in "parent", by way of /)
    for (const id of [root, child]) expect(found).toContain(id)
    expect(found).not.toContain(leaf)
    await point('pages', root, root)
    expect(await findings()).toEqual([
      `pages ${root}: The document is above itself in "parent". Choose another one there, or none.`,
    ])
  })

  it('are found in live copies, too', async () => {
    const { sections } = app().app.local.asSystem().collections
    const { id } = await sections.create({})
    await sections.publish(id)
    await point('sections:live', id, id)
    expect(await findings()).toHaveLength(1)
  })

  it('are refused in a merging import', async () => {
    const { id: first } = await pages().create({ title: 'First' })
    const { id: second } = await pages().create({ title: 'Second', parent: first })
    const lines: string[] = []
    for await (const line of exportLines(runtime(), { slugs: ['pages'], secrets: false, files: false }))
      lines.push(line)
    await pages().delete(second)
    // Now the database has the reverse relation, so the import would close a circle.
    await point('pages', first, second)
    async function* exported() {
      yield* lines
    }
    await expect(importLines(runtime(), exported(), { merge: true })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(`The document ${second} of "pages" would be above itself in "parent"`),
    })
    expect((await pages().find()).docs.map(({ id }) => id)).toEqual([first])
    await pages().update(first, { parent: null })
    expect(await importLines(runtime(), exported(), { merge: true })).toMatchObject({ documents: 1 })
    expect(await pages().findOne(second)).toMatchObject({ parent: first })
  })
})
