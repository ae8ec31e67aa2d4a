import { collection, defineConfig, f, UnrecoverableError, job } from 'quirecms'

const everybody = () => true

export const told: {
  readonly runs: string[]
  fail: number
  wait: Promise<unknown> | undefined
  signal: AbortSignal | undefined
  result: unknown
} = { runs: [], fail: 0, wait: undefined, signal: undefined, result: undefined }

const note = {
  type: 'object',
  required: ['text'],
  additionalProperties: false,
  properties: {
    text: { type: 'string', maxLength: 50 },
    secret: { type: 'string', writeOnly: true },
    people: { type: 'array', items: { type: 'object', properties: { code: { type: 'string', writeOnly: true } } } },
  },
} as const

/** An office whose jobs leave notes. */
export const office = defineConfig({
  admin: { users: 'staff' },
  collections: {
    staff: collection({ auth: true, fields: {} }),
    notes: collection({
      fields: { text: f.text({ required: true, index: true }), by: f.text() },
      access: { read: everybody, create: ({ actor }) => actor?.['mayWrite'] !== false },
      hooks: {
        // Queues a job for each note that asks for one, in its transaction.
        afterChange: [
          async ({ doc, local }) => {
            if (doc?.['text'] === 'remind me') await local.jobs['write']?.({ text: 'reminded' })
          },
        ],
      },
    }),
  },
  jobs: {
    write: job({
      label: 'Write a note',
      input: note,
      access: { queue: ({ actor, data }) => actor !== null && data?.['text'] !== 'forbidden' },
      retryAfter: ['1s', '5s'],
      run: async ({ input, local, attempt, signal, progress }) => {
        told.runs.push(input.text)
        told.signal = signal
        progress(attempt, 3, 'writing')
        await told.wait
        if (told.fail > 0) {
          told.fail -= 1
          throw new Error('The pen is broken.')
        }
        await local.collection('notes').create({ text: input.text })
        return { written: input.text }
      },
    }),
    exact: job({
      input: note,
      run: async ({ input, complete }) =>
        complete(async (local) => {
          const { id } = (await local.collection('notes').create({ text: input.text })) as { id: string }
          if (told.fail > 0) {
            told.fail -= 1
            throw new Error('After the writing.')
          }
          return { id }
        }),
    }),
    steps: job({
      retryAfter: ['1s'],
      run: async ({ once }) => {
        const first = await once('first', () => told.runs.push('first'))
        const second = await once('second', async () => ({ list: [told.runs.push('second')] }))
        await once('nothing', () => void told.runs.push('nothing'))
        if (told.fail > 0) {
          told.fail -= 1
          throw new Error('Between the steps.')
        }
        return { first, second }
      },
    }),
    sideBySide: job({
      retryAfter: ['1s'],
      run: async ({ once }) => {
        const step = (name: string) => once(name, async () => ({ step: name, run: told.runs.push(name) }))
        const all = await Promise.all(['one', 'two', 'one', 'three', 'four'].map(step))
        if (told.fail > 0) {
          told.fail -= 1
          throw new Error('After the steps.')
        }
        return all.map(({ step: name }) => name)
      },
    }),
    say: job({
      input: { type: 'object', properties: { words: { type: 'string' } } },
      run: ({ input }) => told.result ?? input.words,
    }),
    inTurn: job({
      input: {
        type: 'object',
        required: ['who', 'n'],
        properties: { who: { type: 'string' }, n: { type: 'integer' } },
      },
      key: ({ input }) => input.who,
      retryAfter: ['1s'],
      run: async ({ input }) => {
        told.runs.push(`${input.who}${input.n}`)
        await told.wait
        if (told.fail > 0) {
          told.fail -= 1
          throw new Error('Not this time.')
        }
      },
    }),
    tidy: job({
      input: { type: 'object', properties: { how: { type: 'string' }, room: { type: 'string' } } },
      key: ({ input }) => input.room,
      replace: true,
      run: ({ input }) => void told.runs.push(`tidy ${input.room}: ${input.how}`),
    }),
    brief: job({ timeout: 50, retryAfter: [], run: ({ signal }) => told.wait ?? aborted(signal) }),
    stubborn: job({
      run: () => {
        told.runs.push('stubborn')
        throw new UnrecoverableError('It will never work.')
      },
    }),
    large: job({ run: () => 'x'.repeat(64 * 1024) }),
  },
})

function aborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason))
  return promise
}
