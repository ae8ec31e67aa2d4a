import { applyPlugins, type JsonObject, type QuireConfig } from '@quirecms/core'
import { resolveApplication } from '@quirecms/features'
import { describeApi } from '@quirecms/server'
import { readApplicationInfo } from './application-info.ts'
import { VERSION } from './version.ts'

/** The OpenAPI document of an application, without starting it or opening a database. */
export async function describeApplication(given: QuireConfig, root: string): Promise<JsonObject> {
  const { config, plugins } = applyPlugins(given, VERSION)
  const manifest = await resolveApplication(config, [], plugins)
  return describeApi({
    manifest,
    info: await readApplicationInfo(root, config),
    quireVersion: VERSION,
    cacheTagHeader: config.server?.cacheTags?.header,
  })
}
