import { QuireError } from '../../contracts/errors.ts'
import type { NamedJob } from '../../contracts/named-job.ts'
import type { Call } from '../call.ts'
import { GRACE } from '../queue/lease.ts'

/**
 * Runs a job until it ends, times out or is stopped; the latter two throw. If it completes within a short time after
 * the signal, it counts as completed; errors after the signal are attributed to it.
 */
export async function endsInTime<Result>(
  { name, timeout }: Pick<NamedJob<Call>, 'name' | 'timeout'>,
  stop: AbortSignal,
  run: (signal: AbortSignal) => Result,
): Promise<Awaited<Result>> {
  const late = new AbortController()
  const timer = setTimeout(() => {
    late.abort(new QuireError('timeout', `"${name}" took longer than ${timeout / 1_000} seconds.`))
  }, timeout)
  timer.unref()
  const signal = AbortSignal.any([stop, late.signal])
  const { promise: over, reject } = Promise.withResolvers<never>()
  let giveUp: NodeJS.Timeout | undefined
  const onAbort = () => {
    giveUp = setTimeout(() => reject(signal.reason), GRACE)
  }
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  try {
    return await Promise.race([over, (async () => run(signal))()])
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    clearTimeout(timer)
    clearTimeout(giveUp)
    signal.removeEventListener('abort', onAbort)
  }
}
