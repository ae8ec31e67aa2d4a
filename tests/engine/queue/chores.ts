import { randomUUID } from 'node:crypto'
import { type Call, type Feature, type QueuedWork, type Unit, execute, enqueue, QUEUE } from '@quirecms/core'
import { collection, defineConfig, f } from 'quirecms'

const everybody = () => true

/** Queues work for a chore; each effect leaves a mark. */
export const config = defineConfig({
  collections: {
    chores: collection({ fields: { name: f.text() }, access: { read: everybody, create: everybody } }),
    marks: collection({ fields: { work: f.text({ index: true }) }, access: { read: everybody, create: everybody } }),
  },
})

type Run = (call: Call, work: QueuedWork, complete: (unit: Unit) => Promise<void>) => Promise<void>

/** A feature of the chores, with a queued job; `POST /api/collections/chores/queue` queues a piece of work for it. */
export function chores(run: Run, retryAfter: readonly number[] = [1_000, 5_000]): Feature<Call> {
  return {
    name: 'chores',
    for: ({ slug, kind }) => kind === 'collection' && slug === 'chores',
    adds: () => ({
      records: [QUEUE],
      jobs: [{ name: 'chore', retryAfter, run: (call, work, complete) => run(call, work, complete) }],
      operations: [
        {
          name: 'queue',
          summary: 'Put a chore off',
          endpoint: { method: 'POST', path: '/queue' },
          local: { method: 'queue', args: ['body'] },
          parameters: [],
          body: { kind: 'schema', schema: { type: 'object' } },
          ifMatch: false,
          answer: { kind: 'value', status: 201, schema: { type: 'object' } },
          run: async (call) => {
            const { runAt } = call.input.body as { runAt: string }
            const afterCommit: (() => Promise<void>)[] = []
            const { id } = await call.runtime.storage.transaction((tx) =>
              enqueue(
                call,
                { tx, afterCommit, afterRollback: [] },
                { job: 'chore', documentId: randomUUID(), revision: 1, runAt },
              ),
            )
            for (const effect of afterCommit) await effect()
            return { kind: 'value', value: { id } }
          },
        },
      ],
    }),
  }
}

/** Leaves a mark in the transaction that completes the work. */
export async function leaveMark(
  { runtime }: Call,
  work: QueuedWork,
  complete: (unit: Unit) => Promise<void>,
  wait: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  const entity = runtime.manifest.collections['marks']
  if (!entity) throw new Error('there are no marks')
  await runtime.storage.transaction(async (tx) => {
    const at = runtime.clock().toISOString()
    const mark = { id: randomUUID(), revision: 1, createdAt: at, updatedAt: at, columns: {} }
    const json = JSON.stringify({ work: work.id })
    await tx.insert('marks', { ...mark, json, shape: entity.table.shape }, [])
    await wait()
    await complete({ tx, afterCommit: [], afterRollback: [] })
  })
}

/** Leaves a mark; the queue completes the work separately. */
export async function leaveMarkAlone({ runtime }: Call, work: QueuedWork): Promise<void> {
  const entity = runtime.manifest.collections['marks']
  if (!entity) throw new Error('there are no marks')
  const caller = { actor: null, system: true, context: {} }
  await execute(runtime, entity, 'create', { body: { work: work.id }, query: {}, params: {} }, caller)
}
