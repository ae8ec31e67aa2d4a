import { QuireError } from '../../contracts/errors.ts'
import type { NamedJob } from '../../contracts/named-job.ts'
import type { Call } from '../call.ts'
import { GRACE } from '../queue/lease.ts'

/**
 * Runs a job until it ends, its time is over or `stop` fires, and throws the reason of that. What ends by itself in the short time after
 * that counts as it ended, if it is done; whatever it throws then is because of the signal.
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
