import { isObject } from '../content/json-object.ts'
import type { Caller } from '../contracts/operation.ts'
import type { JsonObject } from '../contracts/json.ts'
import type { Runtime } from '../engine/call.ts'
import { changesInProcess, type FollowedInProcess } from '../features/changes/follow-in-process.ts'
import { wrongOption } from './wrong-option.ts'

/** `changes` of the local API. What is wrong with its options is said at once, and not when somebody first asks for a change. */
export function followChanges(runtime: Runtime, caller: Caller, options: unknown = {}): AsyncIterable<JsonObject> {
  if (!isObject(options)) throw wrongOption('changes', 'The options must be an object.')
  const { signal, onReady, ...rest } = options
  const known = runtime.manifest.service.operations['readChanges']?.parameters ?? []
  const query = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  for (const name of Object.keys(query))
    if (known.length > 0 && (!known.includes(name) || name === 'limit'))
      throw wrongOption(name, `There is no option "${name}" here.`)
  return changesInProcess(runtime, caller, query, { signal, onReady } as FollowedInProcess)
}
