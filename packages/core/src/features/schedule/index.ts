import type { Feature } from '../../contracts/contribution.ts'
import { draftsOf } from '../../config/versions.ts'
import type { Call } from '../../engine/call.ts'
import { QUEUE } from '../../engine/queue/queue-table.ts'
import { forgetFinished } from './forget-finished.ts'
import { listPlanned } from './planned.ts'
import { publishWhenDue } from './publish-when-due.ts'
import { cancelledAt, cancelScheduled, jobsOf, listScheduled, schedule } from './schedule.ts'

/** Publishes drafts at a certain moment. Globals are not scheduled (http-api.md, Global and schema routes). */
export const schedules: Feature<Call> = {
  name: 'schedule',
  for: ({ kind, options }) => kind === 'collection' && draftsOf(options['versions']) !== null,
  adds: () => ({
    records: [QUEUE],
    operations: [listPlanned, listScheduled, schedule, cancelScheduled],
    jobs: [publishWhenDue, forgetFinished],
    // In the trash, what is scheduled is called off; a document that is gone for good takes it along.
    onRemove: async (call, { tx: { records } }, { document, forGood }) => {
      const jobs = jobsOf(call, document.id)
      if (forGood) await records.remove(QUEUE.name, jobs)
      else
        for (const status of ['pending', 'running'])
          await records.update(QUEUE.name, { ...jobs, status }, cancelledAt(call))
    },
  }),
}
