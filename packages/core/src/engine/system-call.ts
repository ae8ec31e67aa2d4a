import type { Entity } from '../contracts/entity.ts'
import type { Call, Runtime } from './call.ts'
import { chooseLocale } from './locale-choice.ts'

/** A call that nobody made: of a job, or of the service itself when it looks a user up. Rules do not hold it up. */
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
