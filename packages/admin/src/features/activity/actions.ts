import { humanize } from '../../data/entities.ts'
import type { Said } from '../../words/words.ts'
import type { ActivityEntry } from './entry.ts'
import type { activityWords } from './words.ts'

/** Filter choices and their actions. Refused attempts are logged under the name of the operation. */
export const KINDS = {
  created: ['document.created', 'create', 'createUser', 'invite', 'duplicate', 'auth.created'],
  changed: [
    'document.updated',
    'global.updated',
    'update',
    'version.named',
    'nameVersion',
    'auth.addressChanged',
    'lock.takeover',
  ],
  published: [
    'document.published',
    'global.published',
    'publish',
    'document.unpublished',
    'global.unpublished',
    'unpublish',
    'schedule',
    'schedule.cancelled',
    'document.scheduleFailed',
    'global.scheduleFailed',
  ],
  deleted: [
    'document.trashed',
    'document.deleted',
    'document.restored',
    'global.restored',
    'auth.deleted',
    'delete',
    'deletePermanent',
    'restoreDeleted',
    'restore',
  ],
  comments: ['comment.created', 'comment.updated', 'comment.deleted', 'comment.resolved', 'comment.reopened'],
  signIns: [
    'auth.login',
    'auth.loginFailed',
    'auth.lockedOut',
    'auth.unlocked',
    'auth.logout',
    'auth.logoutAll',
    'auth.invitationAccepted',
    'auth.sessionRevoked',
  ],
  credentials: [
    'auth.passwordChanged',
    'auth.passwordReset',
    'auth.resetRequested',
    'auth.verificationRequested',
    'auth.addressVerified',
    'auth.invitationResent',
    'auth.invitationLinkCreated',
    'auth.keyCreated',
    'auth.keyNarrowed',
    'auth.keyRotated',
    'auth.keyRevoked',
    'auth.identityAdded',
    'auth.identityRemoved',
    'auth.factorAdded',
    'auth.factorRemoved',
    'auth.factorsReset',
    'auth.recoveryCodesMade',
    'auth.passkeyRenamed',
    'preview.tokenCreated',
    'preview.tokenRevoked',
  ],
  reads: ['document.read', 'document.listed'],
  operation: [
    'export',
    'import',
    'export.started',
    'import.started',
    'bulk.started',
    'job.queued',
    'job.cancelled',
    'job.retried',
    'view.shared',
    'view.unshared',
    'cancelJob',
    'retryJob',
    'migrate',
    'config.changed',
    'forget',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type Kind = keyof typeof KINDS

export function isKind(text: string | undefined): text is Kind {
  return text !== undefined && Object.hasOwn(KINDS, text)
}

/** Names an action. Unknown actions, such as those of plugins, are shown by their identifier. */
export function actionInWords(
  { action, outcome }: Pick<ActivityEntry, 'action' | 'outcome'>,
  said: Said<typeof activityWords>,
) {
  const known: Readonly<Record<string, string>> = said.actions
  const name = known[wordKeyOf(action)]
  if (action.includes('.') || outcome === 'done') return name ?? humanize(action.replaceAll('.', ' '))
  const { anything, ...operations } = said.tried
  const tried: Readonly<Record<string, string>> = operations
  return tried[action] ?? anything({ what: humanize(action) })
}

/** `updated` for `document.updated`, `accountCreated` for `auth.created`, `commentDeleted` for `comment.deleted`. */
function wordKeyOf(action: string): string {
  const [subject = '', ...rest] = action.split('.')
  const what = rest.join('.')
  if (what === '') return subject
  if (subject === 'document' || subject === 'global' || subject === 'preview') return what
  if (subject !== 'auth') return joined(subject, what)
  return what === 'created' || what === 'deleted' ? joined('account', what) : what
}

function joined(one: string, other: string): string {
  return one + other.charAt(0).toUpperCase() + other.slice(1)
}
