import { execute, publicManifest, type QuireConfig, type Runtime } from '@quire/core'
import {
  createServer,
  describeApi,
  type FastifyInstance,
  type Identify,
  type Logger,
  type Readiness,
  referencePage,
  registerOperations,
  registerSystemRoutes,
} from '@quire/server'
import type { ApplicationInfo } from './application-info.ts'
import { serverOptions } from './server-options.ts'
import { VERSION } from './version.ts'

export interface ServerParts {
  readonly config: QuireConfig
  readonly runtime: Runtime
  readonly identify: Identify
  readonly readiness: () => Promise<Readiness>
  readonly info: ApplicationInfo
  readonly log: Logger
}

/** The HTTP service of an application: every operation of its manifest, and the routes that describe and watch it. */
export function buildServer({ config, runtime, identify, readiness, info, log }: ServerParts): FastifyInstance {
  const { manifest } = runtime
  const server = createServer(serverOptions(config, log))
  registerOperations(server, {
    manifest,
    identify,
    execute: (entity, operation, input, caller) => execute(runtime, entity, operation, input, caller),
  })
  registerSystemRoutes(server, {
    manifest: publicManifest(manifest),
    openApi: describeApi({ manifest, info, quireVersion: VERSION }),
    referencePage: referencePage(info.title),
    readiness,
  })
  return server
}
