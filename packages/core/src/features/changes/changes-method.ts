import { isObject } from '../../content/json-object.ts'
import type { LocalMethod } from '../../contracts/local-method.ts'
import type { Call } from '../../engine/call.ts'
import { checkParameters } from '../../engine/check-parameters.ts'
import { wrongOption } from '../../local/wrong-option.ts'
import { changesInProcess, type FollowedInProcess } from './follow-in-process.ts'

/** `changes` of the local API. Validates its options at once, before the first change is requested. */
export const changesMethod: LocalMethod<Call> =
  ({ runtime, caller }) =>
  (options = {}) => {
    if (!isObject(options)) throw wrongOption('changes', 'The options must be an object.')
    const { signal, onReady, ...rest } = options
    const operation = runtime.manifest.service.operations['streamChanges']
    const query = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
    if (operation) checkParameters(runtime, operation, { query, params: {} })
    return changesInProcess(runtime, caller, query, { signal, onReady } as FollowedInProcess)
  }
