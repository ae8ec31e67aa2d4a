import type {
  FactorsChangedArguments,
  MailContent,
  MailTemplate,
  MentionedArguments,
  Notices,
} from '../contracts/auth.ts'
import { counted } from '../contracts/counted.ts'
import type { FactorChange } from '../contracts/factors.ts'

/** What mails say where the application does not. */
export const recoveryMail: MailTemplate = ({ token, url }) => ({
  subject: 'Set a new password',
  text: [
    'Somebody asked for a new password for this address.',
    url === null ? `To set it, use this token: ${token}` : `To set it, open ${url}`,
    'If it was not you, you can ignore this mail.',
  ].join('\n\n'),
  ...actionOf('Set a new password', url),
})

export const verificationMail: MailTemplate = ({ token, url }) => ({
  subject: 'Confirm your address',
  text: [
    'Somebody created an account with this address.',
    url === null ? `To confirm it, use this token: ${token}` : `To confirm it, open ${url}`,
  ].join('\n\n'),
  ...actionOf('Confirm this address', url),
})

export const invitationMail: MailTemplate = ({ token, url }) => ({
  subject: 'You are invited',
  text: [
    'Somebody has made an account for this address, and invites you to use it.',
    url === null ? `To choose a password, use this token: ${token}` : `To choose a password and sign in, open ${url}`,
    'This works once, and for a limited time. If you did not expect it, you can ignore this mail.',
  ].join('\n\n'),
  ...actionOf('Choose a password', url),
})

/** The same where nobody chooses a password. */
export const providerInvitationMail: MailTemplate = ({ url }) => ({
  subject: 'You are invited',
  text: [
    'Somebody has made an account for this address, and invites you to use it.',
    ...(url === null ? ['Sign in with the account that has this address.'] : [`To sign in, open ${url}`]),
    'If you did not expect this, you can ignore this mail.',
  ].join('\n\n'),
  ...actionOf('Sign in', url),
})

/** A button, where there is somewhere to go. */
function actionOf(label: string, url: string | null): Pick<MailContent, 'action'> {
  return url === null ? {} : { action: { label, url } }
}

export const NOTICES: Notices = {
  addressChanged: () => ({
    subject: 'Your address was changed',
    text: [
      'The account that had this address has another one now, and you sign in with that.',
      'If it was not you, ask those who run this service to give you your account back.',
    ].join('\n\n'),
  }),
  registeredAgain: () => ({
    subject: 'You have an account already',
    text: [
      'Somebody registered with this address, which has an account already. Nothing was changed.',
      'If it was you, sign in. If you do not know the password any more, ask for a new one.',
      'If it was not you, you can ignore this mail.',
    ].join('\n\n'),
  }),
  passwordReset: ({ apiKeys, apiKeysEnded, passkeys, providers }) => ({
    subject: 'Your password was changed',
    text: [
      'A new password was set for your account, with a mail that went to this address. All sessions have ended.',
      ...(apiKeys > 0 ? [keysAfterReset(apiKeys, apiKeysEnded)] : []),
      ...(passkeys + providers > 0 ? [waysAfterReset(passkeys, providers)] : []),
      'If it was not you, set a new one and see to it that nobody else reads your mail.',
    ].join('\n\n'),
  }),
  mentioned: mentionMail,
  factorsChanged: factorsMail,
  passkeyRefused: ({ name }) => ({
    subject: 'A passkey of yours was refused',
    text: [
      `Somebody tried to sign in with your passkey “${oneLine(name)}”, but it seems to be a copy: it counted back. Nobody was let in.`,
      'If you have restored the passkey from a backup, delete it in your profile and make a new one.',
      'If it was not you, delete the passkey, and change your password.',
    ].join('\n\n'),
  }),
}

const FACTOR_CHANGES: Readonly<Record<FactorChange, string>> = {
  passkeyAdded: 'A passkey was added to your account',
  passkeyRemoved: 'A passkey was removed from your account',
  totpAdded: 'One-time codes were switched on for your account',
  totpRemoved: 'One-time codes were switched off for your account',
  recoveryCodesMade: 'Your account has new recovery codes',
  recoveryCodeUsed: 'A recovery code was used for your account',
  providerAdded: 'Another way to sign in to your account was added',
  providerRemoved: 'A way to sign in to your account was removed',
  reset: 'The second factors of your account were removed',
}

function factorsMail({ change, name, recoveryCodes }: FactorsChangedArguments): MailContent {
  const what = FACTOR_CHANGES[change]
  return {
    subject: what,
    text: [
      name === null ? `${what}.` : `${what}: “${oneLine(name)}”.`,
      ...(change === 'recoveryCodesMade' ? ['The old ones work no more.'] : []),
      ...(change === 'recoveryCodeUsed' ? [codesLeft(recoveryCodes)] : []),
      ...(change === 'reset'
        ? ['Somebody who runs this service did that. Until you set up others, your password alone signs you in.']
        : []),
      'If it was not you, or not for you, set a new password and ask those who run this service for help.',
    ].join('\n\n'),
  }
}

function codesLeft(count: number): string {
  return `You have ${count === 1 ? '1 recovery code' : `${count} recovery codes`} left.${count < 3 ? ' Make new ones in your profile.' : ''}`
}

function mentionMail({ author, title, comment, url }: MentionedArguments): MailContent {
  const what = `${author ?? 'Somebody'} mentioned you in a comment on “${title}”`
  const quoted = comment.split('\n').map((line) => `> ${line}`)
  return {
    subject: oneLine(what),
    text: [`${what}:`, quoted.join('\n'), ...(url === null ? [] : [`To read it and answer, open ${url}`])].join('\n\n'),
    ...actionOf('Open the comment', url),
  }
}

const LONGEST_SUBJECT = 150

/** A subject is one line: what somebody typed must not begin another one. */
function oneLine(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  return line.length > LONGEST_SUBJECT ? `${line.slice(0, LONGEST_SUBJECT - 1).trimEnd()}…` : line
}

function keysAfterReset(count: number, ended: boolean): string {
  if (ended) return `${count === 1 ? 'Your API key has' : `Your ${count} API keys have`} ended as well.`
  const keys = count === 1 ? '1 API key that still works' : `${count} API keys that still work`
  return `Your account has ${keys}. Delete those that you do not know.`
}

function waysAfterReset(passkeys: number, providers: number): string {
  const ways = [
    ...(passkeys > 0 ? [counted(passkeys, 'passkey')] : []),
    ...(providers > 0 ? [`${counted(providers, 'account')} at providers`] : []),
  ]
  return `You can also sign in with ${ways.join(' and ')}. Remove what you do not know.`
}
