interface SampleOptions {
  /** Source text of further collections. */
  readonly more?: string
  readonly database?: string
  /** Source text of further members of the collection `notes`. */
  readonly notes?: string
  readonly rest?: string
  /** Source text of further members of `server`. */
  readonly server?: string
}

/**
 * The source text of a small application. Its notes are public; each read is announced on standard output and waits for
 * `SLOW_MS`. The global `process` tells which process answers.
 */
export function sampleConfig({
  more = '',
  database = `sqlite('./data/test.db')`,
  notes = '',
  rest = '',
  server = '',
}: SampleOptions = {}): string {
  return `
    import { setTimeout } from 'node:timers/promises'
    import { collection, defineConfig, f, global, postgres, sqlite } from 'quirecms'

    export default defineConfig({
      database: ${database},
      server: { rateLimit: false, ${server} },
      ${rest}
      collections: {
        notes: collection({
          fields: { text: f.text({ required: true }) },
          access: {
            read: async () => {
              console.log('asked')
              await setTimeout(Number(process.env['SLOW_MS'] ?? 0))
              return true
            },
          },
          ${notes}
        }),
        ${more}
      },
      globals: {
        process: global({ fields: { pid: f.virtual({ value: () => process.pid }) }, access: { read: () => true } }),
      },
    })`
}
