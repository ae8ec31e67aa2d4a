import { words } from '../../words/words.ts'

export const providersWords = words('providers', {
  signInWith: 'Sign in with {provider}',
  or: 'or',
  providers: 'Providers',
  providersAbout: 'Accounts elsewhere that you can sign in with.',
  noProviders: 'You sign in with your password only.',
  lastUsed: 'last used',
  add: 'Add {provider}',
  remove: 'Remove',
  removeOne: 'Remove {provider}',
  askRemove: 'You’ll no longer be able to sign in with {provider}.',
  removed: 'Removed',
  signInAgain: 'Please sign in again to add a provider.',
  lastWay: 'This is your only way to sign in. Add another provider first, or set a password.',
  noneOfOther: 'None',
  askRemoveOfOther:
    '{name} will no longer be able to sign in with {provider}, and will be told by email. This signs them out everywhere.',
  lastWayOfOther: 'This is the only way for this person to sign in. To keep them out, delete the account.',
  off: 'No sign-in providers',
  offText: 'The people who run this application can add them with `auth: { providers }`.',
  refusals: {
    invalid_token: 'This sign-in took too long, or began in another window. Try again.',
    forbidden:
      'You can’t sign in with this account. If you have a password here, sign in with it and add the provider in your profile.',
    unverified: 'The provider hasn’t confirmed that this email address is yours. Confirm it there, then try again.',
    invalid_state: 'The provider didn’t ask you to sign in again. Use your password or a passkey instead.',
    conflict: 'Someone else already signs in with this account.',
    unavailable: 'The provider can’t be reached. Try again in a moment.',
    anything: 'Couldn’t sign you in. Try again, or ask the people who run this service.',
  },
})
