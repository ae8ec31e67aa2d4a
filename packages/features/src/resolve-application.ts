import {
  bulkOf,
  type Call,
  type Feature,
  type Manifest,
  type PluginConfig,
  type QuireConfig,
  resolveManifest,
} from '@quirecms/core/feature'
import { ownSecondFactors, secondFactors } from './auth/factors/index.ts'
import { ownAccount, serviceAccounts, users } from './auth/index.ts'
import { authors } from './authors/index.ts'
import { collectionCapabilities, globalCapabilities } from './capabilities/index.ts'
import { changeFeed, changesInCode } from './changes/index.ts'
import { comments } from './comments/index.ts'
import { transfers } from './import-export/index.ts'
import { localeCopies } from './copy-locale/index.ts'
import { drafts } from './drafts/index.ts'
import { collectionDocuments, globalDocument } from './documents.ts'
import { images } from './images/index.ts'
import { jobs } from './jobs/index.ts'
import { writableJoins } from './joins/index.ts'
import { locks, locksOfUsers } from './locks/index.ts'
import { mailsInCode, ownMails } from './mail/index.ts'
import { overview } from './overview/index.ts'
import { preferences, preferencesOfUsers } from './preferences/index.ts'
import { presenceIn } from './presence/index.ts'
import { preview, previewTokens, previewTokensOfUsers } from './preview/index.ts'
import { ownIdentities, providers } from './providers/index.ts'
import { search } from './search/index.ts'
import { schedules } from './schedule/index.ts'
import { referencesToDocuments } from './references/index.ts'
import { trash } from './trash/index.ts'
import { trees } from './trees/index.ts'
import { uploadUpkeep, uploads } from './uploads/index.ts'
import { versions } from './versions/index.ts'
import { sharedViews } from './views/index.ts'

/** All features of the framework. */
export const FEATURES: readonly Feature<Call>[] = [
  collectionDocuments,
  globalDocument,
  localeCopies,
  trash,
  drafts,
  versions,
  trees,
  writableJoins,
  schedules,
  locks,
  locksOfUsers,
  preview,
  previewTokens,
  previewTokensOfUsers,
  users,
  serviceAccounts,
  ownAccount,
  secondFactors,
  ownSecondFactors,
  ownMails,
  mailsInCode,
  changesInCode,
  providers,
  ownIdentities,
  preferences,
  preferencesOfUsers,
  referencesToDocuments,
  uploads,
  images,
  authors,
  comments,
  search,
  uploadUpkeep,
  transfers,
  collectionCapabilities,
  globalCapabilities,
  overview,
  jobs,
]

/** The manifest of an application, with every feature of the framework that it enables, and further ones beside them. */
export function resolveApplication(
  config: QuireConfig,
  further: readonly Feature<Call>[] = [],
  plugins: readonly PluginConfig[] = [],
): Manifest<Call> {
  const features = [
    ...FEATURES,
    ...presenceIn(config),
    ...changeFeed(config),
    ...sharedViews(config),
    ...plugins.flatMap((plugin) => plugin.features ?? []),
    ...further,
  ]
  return resolveManifest(config, { features, bulk: bulkOf }, plugins)
}
