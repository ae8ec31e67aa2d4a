import { type Call, systemCall } from '@quirecms/core'
import { runtimeOf } from './runtime-of.ts'

/**
 * A call of the system in an application, for what a plugin does without being asked by a request: in `setup`, or in a function of its
 * own that applications call. Rules do not hold it up. `name` says in messages what it is for.
 */
export function systemCallIn(app: { readonly local: object }, name: string): Call {
  const runtime = runtimeOf(app.local)
  return systemCall(runtime, runtime.manifest.service, name)
}
