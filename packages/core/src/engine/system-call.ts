import type { Entity } from '../contracts/entity.ts'
import type { Call, Runtime } from './call.ts'
import { chooseLocale } from './locale-choice.ts'

/** A call of the system, such as a job or the lookup of a user. Access rules don't apply. */
export function systemCall(runtime: Runtime, entity: Entity<Call>, name: string): Call {
  return {
    runtime,
    entity,
    operation: { name },
    caller: { actor: null, system: true, context: {} },
    input: { query: {}, params: {} },
    locale: chooseLocale(runtime.manifest.localization, {}),
  }
}
