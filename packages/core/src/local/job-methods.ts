import type { AnyLocalApi } from '../contracts/local.ts'
import type { Caller } from '../contracts/operation.ts'
import { type Runtime, systemCall } from '../engine/call.ts'
import { queueJob, type QueueOptions } from '../engine/named-jobs/queue-job.ts'
import { leavingLocalCall } from '../engine/hooks.ts'
import { contextForCall, runAlong, runCall } from '../engine/unit-of-work.ts'
import { isObject } from '../content/json-object.ts'
import { demanding } from './demanded.ts'
import { refuseIfOver } from './local-method.ts'
import { wrongOption } from './wrong-option.ts'

const OPTIONS: ReadonlySet<string> = new Set(['at', 'in', 'key', 'context'])

/** Methods that queue jobs in the call's transaction, by job name. */
export function jobMethods(runtime: Runtime, caller: Caller): AnyLocalApi['jobs'] {
  const { storage, manifest } = runtime
  const queue =
    (name: string) =>
    async (input?: unknown, options: unknown = {}) => {
      try {
        refuseIfOver(caller)
        if (!isObject(options)) throw wrongOption('options', 'The options of a job are an object: { at, in, key }.')
        const unknown = Object.keys(options).find((option) => !OPTIONS.has(option))
        if (unknown !== undefined)
          throw wrongOption(unknown, `There is no option "${unknown}": there are at, in and key.`)
        const { context: given, ...when } = options
        const context = contextForCall(storage, isObject(given) ? given : caller.context)
        const call = { ...systemCall(runtime, manifest.service, 'queueJob'), caller: { ...caller, context } }
        return await runCall(storage, context, () =>
          runAlong(storage, context, (unit) => queueJob(call, unit, name, input, when as QueueOptions)),
        )
      } catch (error) {
        throw leavingLocalCall(error)
      }
    }
  const methods = Object.fromEntries(Object.keys(manifest.jobs).map((name) => [name, queue(name)]))
  return demanding(methods, (name) => `There is no job "${name}" in this application.`)
}
