import type { Call, Manifest, QuireConfig } from '@quirecms/core'
import { bulkOf, resolveManifest } from '@quirecms/core/feature'
import { configuredFeatures, everyFeature } from '@quirecms/features/usual'

const FEATURES = await everyFeature()
const configured = await configuredFeatures()

export function resolveApplication(config: QuireConfig): Manifest<Call> {
  return resolveManifest(config, { features: [...FEATURES, ...configured(config)], bulk: bulkOf })
}
