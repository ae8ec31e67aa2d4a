import { parseJson, runNow } from '@quirecms/core'
import { CommandFailure } from './command-failure.ts'
import type { RunJobOptions } from './jobs-options.ts'
import { withApplication } from './with-application.ts'

/** `quire jobs run`: queues a job, attempts it, and prints the outcome (docs/jobs.md#running-one-by-hand). */
export async function runJob({ config, job, input }: RunJobOptions): Promise<void> {
  const given = input === undefined ? {} : inputIn(input)
  await withApplication(config, async (runtime) => {
    const names = Object.keys(runtime.manifest.jobs)
    if (!names.includes(job)) {
      const known = names.length === 0 ? 'It has none.' : `Available: ${names.join(', ')}.`
      throw new CommandFailure(`The application has no job '${job}'. ${known}`)
    }
    const { id, status, result, error } = await runNow(runtime, job, given)
    if (status === 'completed') process.stdout.write(`${JSON.stringify(result)}\n`)
    else {
      const more = status === 'pending' ? ' It stays in the queue, and the service retries it.' : ''
      const why = typeof error?.['message'] === 'string' ? `: ${error['message']}` : '.'
      throw new CommandFailure(`The job ${id} is ${status}${why}${more}`)
    }
  })
}

function inputIn(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw new CommandFailure(`--input is not valid JSON. Give an object such as '{"issue":7}'.`)
  }
}
