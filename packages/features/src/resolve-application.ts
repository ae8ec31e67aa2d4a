import {
  bulkOf,
  type Call,
  type Feature,
  type Manifest,
  type PluginConfig,
  type QuireConfig,
  resolveManifest,
} from '@quirecms/core/feature'
import { usualFeatures } from './usual-features.ts'

/** The manifest of an application, with every built-in feature that it enables, and further ones. */
export async function resolveApplication(
  config: QuireConfig,
  further: readonly Feature<Call>[] = [],
  plugins: readonly PluginConfig[] = [],
): Promise<Manifest<Call>> {
  const own = [...plugins.flatMap((plugin) => plugin.features ?? []), ...further]
  const features = [...(await usualFeatures(config, own)), ...own]
  return resolveManifest(config, { features, bulk: bulkOf }, plugins)
}
