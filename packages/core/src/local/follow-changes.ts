import { isObject } from '../content/json-object.ts'
import type { Caller } from '../contracts/operation.ts'
import type { JsonObject } from '../contracts/json.ts'
import type { Runtime } from '../engine/call.ts'
import { checkParameters } from '../engine/check-parameters.ts'
import { changesInProcess, type FollowedInProcess } from '../features/changes/follow-in-process.ts'
import { wrongOption } from './wrong-option.ts'

/** `changes` of the local API. Validates its options at once, before the first change is requested. */
export function followChanges(runtime: Runtime, caller: Caller, options: unknown = {}): AsyncIterable<JsonObject> {
  if (!isObject(options)) throw wrongOption('changes', 'The options must be an object.')
  const { signal, onReady, ...rest } = options
  const operation = runtime.manifest.service.operations['streamChanges']
  const query = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  if (operation) checkParameters(runtime, operation, { query, params: {} })
  return changesInProcess(runtime, caller, query, { signal, onReady } as FollowedInProcess)
}
