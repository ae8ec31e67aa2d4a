import { createClient } from '@quirecms/sdk'
import { collection, defineConfig, f, job, type JobOf, type LocalApi } from 'quirecms'
import { withCode } from '@quirecms/features'
import { expectTypeOf, it } from 'vitest'

const config = defineConfig({
  collections: { posts: collection({ fields: { title: f.text() } }) },
  jobs: {
    send: job({
      input: {
        type: 'object',
        required: ['issue'],
        properties: { issue: { type: 'integer' }, note: { type: 'string' } },
      },
      access: { queue: ({ actor }) => actor !== null },
      key: ({ input }) => {
        expectTypeOf(input.issue).toEqualTypeOf<number>()
        return input.issue
      },
      run: async ({ input, attempt, signal, once, complete }) => {
        expectTypeOf(input).toEqualTypeOf<{ issue: number; note?: string }>()
        expectTypeOf(attempt).toEqualTypeOf<number>()
        expectTypeOf(signal).toEqualTypeOf<AbortSignal>()
        expectTypeOf(await once('a', async () => ({ n: input.issue }))).toEqualTypeOf<{ n: number }>()
        return complete(async () => ({ sent: input.issue }))
      },
    }),
    nightly: job({ schedule: { cron: '0 3 * * *', timezone: 'Europe/Berlin', missed: 'skip' }, run: () => undefined }),
    later: job({ input: { type: 'object', properties: { many: { type: 'boolean' } } } }),
  },
})

declare const local: LocalApi<typeof config>

it('jobs are queued with the input of their schemas', () => {
  expectTypeOf(local.jobs.send({ issue: 7 }, { in: '10m', key: 'x' })).resolves.toEqualTypeOf<{ id: string }>()
  void local.jobs.send({ issue: 7, note: 'x' }, { at: new Date() })
  void local.jobs.nightly()
  void local.jobs.later()
  void local.jobs.later({ many: true })
  void local.asSystem().jobs.send({ issue: 7 })
  // @ts-expect-error the issue is missing
  void local.jobs.send({})
  // @ts-expect-error and may not be left out
  void local.jobs.send()
  // @ts-expect-error it is a number
  void local.jobs.send({ issue: 'x' })
  // @ts-expect-error it takes nothing
  void local.jobs.nightly({ issue: 7 })
  // @ts-expect-error there is no such job
  void local.jobs.other()
  // @ts-expect-error no such duration
  void local.jobs.nightly({}, { in: 'soon' })
  // @ts-expect-error a schedule has a pattern
  job({ schedule: { timezone: 'UTC' }, run: () => undefined })
})

it('clients queue the permitted jobs', () => {
  const client = createClient<typeof config>()
  expectTypeOf(client.jobs.send({ issue: 7 }, { in: '1h' })).resolves.toEqualTypeOf<{ id: string }>()
  // @ts-expect-error only code of the application queues it
  void client.jobs.nightly()
  // @ts-expect-error keys are made by the job
  void client.jobs.send({ issue: 7 }, { key: 'x' })
  expectTypeOf(client.queue.read('x')).resolves.toHaveProperty('progress')
  void client.queue.list({ job: 'send', status: 'failed', page: 2 })
  // @ts-expect-error no such status
  void client.queue.list({ status: 'lost' })
})

it('a job has a literal name', () => {
  type Sent = JobOf<typeof config, 'send'>
  expectTypeOf<Sent['job']>().toEqualTypeOf<'send'>()
  expectTypeOf<Sent['input']>().toEqualTypeOf<{ issue: number; note?: string } | null>()
  expectTypeOf<Sent['result']>().toEqualTypeOf<{ sent: number } | null>()
  expectTypeOf<Sent['status']>().toEqualTypeOf<'pending' | 'running' | 'completed' | 'failed' | 'cancelled'>()
  // @ts-expect-error there is no such job
  expectTypeOf<JobOf<typeof config, 'other'>>().toBeObject()
})

it('code in the second argument is typed by the application', () => {
  withCode(config, {
    jobs: {
      later: {
        run: async ({ input, local: own, complete }) => {
          expectTypeOf(input.many).toEqualTypeOf<boolean | undefined>()
          await own.jobs.send({ issue: 1 })
          return complete((within) => within.collections.posts.create({ title: 'x' }))
        },
      },
      // @ts-expect-error there is no such job
      other: { run: () => undefined },
    },
  })
})
