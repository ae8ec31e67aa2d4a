import type { Manifest } from '../contracts/entity.ts'
import type { QuireConfig } from '../config/define-config.ts'
import type { Call } from '../engine/call.ts'
import { resolveManifest } from '../manifest/resolve.ts'
import { bulkOf } from '../operations/bulk.ts'
import { localeCopies } from './copy-locale/index.ts'
import { collectionDocuments, globalDocument } from './documents.ts'
import { writableJoins } from './joins/index.ts'

const FEATURES = [collectionDocuments, globalDocument, localeCopies, writableJoins]

/** The manifest of an application, with every feature of the framework that it enables. */
export function resolveApplication(config: QuireConfig): Manifest<Call> {
  return resolveManifest(config, { features: FEATURES, bulk: bulkOf })
}
