import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { expect, it } from 'vitest'

const config = defineConfig({
  collections: {
    places: collection({
      fields: {
        name: f.text({ required: true, unique: true }),
        number: f.number({ unique: true }),
        since: f.date({ unique: true }),
        within: f.relationship({ to: 'places', required: true }),
        near: f.relationship({ to: 'places', many: true }),
      },
      versions: { drafts: true },
    }),
  },
})

/** More rows than one batch of a dry run. */
const MANY = 130

onEachDatabase('a dry run of an import', { config, jobs: false }, (test) => {
  const places = () => test().app.local.asSystem().collections.places

  async function imported(rows: readonly string[], dryRun: boolean) {
    const content = Buffer.from(['name,number,since,within.name,near.name', ...rows].join('\n'))
    const file = { name: 'places.csv', content }
    const { id } = await places().import({ file, onIssue: 'skip', publish: true, dryRun })
    await test().app.runJobs()
    const { created, updated, failed, firstIssues } = await places().transfer(id)
    return { created, updated, failed, issues: firstIssues.map(({ row, column, code }) => [row, column, code]) }
  }

  /** Each within the previous one; the first within an existing one. */
  const rows = Array.from({ length: MANY }, (_, index) => `p${index},${index},,${index ? `p${index - 1}` : 'world'},`)

  it('has the same result as the import', async () => {
    // A draft may lack what is required, and be pointed to.
    await places().create({ name: 'world' })
    const all = [
      ...rows,
      // The same number and time in other forms, and a missing target.
      'again,1.0,,p7,',
      'first,,2030-01-01,p8,"p1, p129"',
      'second,,2030-01-01T01:00:00+01:00,p9,',
      'nowhere,,,p130,',
      'p3,,,p1,',
      ',,,p5,',
    ]
    const trial = await imported(all, true)
    expect(await imported(all, false)).toEqual(trial)
    expect(trial).toMatchObject({ created: MANY + 1, failed: 5 })
  })
})
