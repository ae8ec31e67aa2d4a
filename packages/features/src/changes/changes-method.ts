import { type Call, checkParameters, isObject, type LocalMethod, wrongOption } from '@quirecms/core/feature'
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
