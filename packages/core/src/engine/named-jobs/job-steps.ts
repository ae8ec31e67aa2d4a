import type { Hold, QueuedWork } from '../../contracts/job.ts'
import type { JsonValue } from '../../contracts/json.ts'
import { GiveUp, type NamedJobRun } from '../../contracts/named-job.ts'
import { parseJson } from '../../content/parse-json.ts'
import type { Call } from '../call.ts'
import { inTransaction } from '../in-transaction.ts'
import { JOB_DETAILS, type JobDetails } from './job-details.ts'
import { asJsonText, MOST_BYTES } from './job-input.ts'

/** Limit of all steps of a job. */
const MOST_KEPT = 4 * MOST_BYTES

interface StepsContext {
  readonly system: Call
  readonly work: Pick<QueuedWork, 'id'>
  readonly hold: Hold
}

/** Runs each step once: its result is stored before the job continues. */
export function stepsOf(taken: StepsContext, { steps }: Pick<JobDetails, 'steps'>): NamedJobRun<Call>['once'] {
  const kept = new Map(Object.entries((steps === null ? {} : parseJson(steps)) as Record<string, JsonValue>))
  // Concurrent calls of one step share its promise.
  const underway = new Map<string, Promise<JsonValue | void>>()
  // All steps are in one column, so concurrent ones are written one after another.
  let lastWritten: Promise<unknown> = Promise.resolve()

  async function take(
    step: string,
    run: () => JsonValue | void | Promise<JsonValue | void>,
  ): Promise<JsonValue | void> {
    try {
      // A synchronous throw must not come before the step is registered.
      const value = await Promise.resolve().then(run)
      const text = asJsonText(value ?? null)
      if (text === undefined || Buffer.byteLength(text) > MOST_BYTES)
        throw new GiveUp(
          `What the step "${step}" resolved to cannot be kept: it must be JSON of at most ${MOST_BYTES} bytes.`,
        )
      const written = lastWritten.then(() => keep(taken, kept, [step, parseJson(text)]))
      lastWritten = written.catch(() => undefined)
      await written
      return value
    } finally {
      underway.delete(step)
    }
  }

  return async <Value extends JsonValue | void>(step: string, run: () => Value | Promise<Value>): Promise<Value> => {
    const before = kept.get(step)
    // The stored JSON of the result.
    if (before !== undefined) return before as Value
    const doing = underway.get(step) ?? take(step, run)
    underway.set(step, doing)
    return (await doing) as Value
  }
}

async function keep(
  { system, work, hold }: StepsContext,
  kept: Map<string, JsonValue>,
  step: readonly [string, JsonValue],
): Promise<void> {
  const steps = JSON.stringify(Object.fromEntries([...kept, step]))
  if (Buffer.byteLength(steps) > MOST_KEPT) throw new GiveUp(`The steps of this job keep more than ${MOST_KEPT} bytes.`)
  await inTransaction(system, async (unit) => {
    await hold(unit)
    await unit.tx.records.update(JOB_DETAILS.name, { id: work.id }, { steps })
  })
  kept.set(...step)
}
