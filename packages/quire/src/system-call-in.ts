import { type Call, systemCall } from '@quirecms/core'
import { runtimeOf } from './runtime-of.ts'

/**
 * A system call for plugin code outside of requests, such as `setup`. Access rules don't apply. `name` is used in
 * messages.
 */
export function systemCallIn(app: { readonly local: object }, name: string): Call {
  const runtime = runtimeOf(app.local)
  return systemCall(runtime, runtime.manifest.service, name)
}
