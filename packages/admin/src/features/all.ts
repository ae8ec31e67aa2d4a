import type { AdminFeature } from '../screens/feature.ts'
import { activity } from './activity/index.tsx'
import { apiKeys } from './api-keys/index.ts'
import { comments } from './comments/index.ts'
import { drafts } from './drafts/index.ts'
import { factors } from './factors/index.ts'
import { invitations } from './invitations/index.ts'
import { jobs } from './jobs/index.tsx'
import { presence } from './presence/index.ts'
import { preview } from './preview/index.ts'
import { providers } from './providers/index.ts'
import { references } from './references/index.ts'
import { schedule } from './schedule/index.tsx'
import { transfers } from './transfers/index.ts'
import { trash } from './trash/index.tsx'
import { uploads } from './uploads/index.ts'
import { versions } from './versions/index.ts'
import { webhooks } from './webhooks/index.tsx'

/** All features of the app, in the order of their parts in screens. */
export const features: readonly AdminFeature[] = [
  uploads,
  drafts,
  schedule,
  presence,
  preview,
  comments,
  versions,
  references,
  activity,
  jobs,
  webhooks,
  trash,
  factors,
  invitations,
  providers,
  apiKeys,
  transfers,
]
