import { words } from '../../words/words.ts'

export const providersWords = words('providers', {
  signInWith: 'Sign in with {provider}',
  or: 'or',
  providers: 'Providers',
  providersAbout: 'Accounts elsewhere that you can sign in with.',
  noProviders: 'You sign in with nothing but your password.',
  lastUsed: 'last used',
  add: 'Add {provider}',
  remove: 'Remove',
  removeOne: 'Remove {provider}',
  askRemove: 'You won’t be able to sign in with {provider} any more.',
  removed: 'Removed',
  signInAgain: 'Sign in again first: adding a provider takes a recent sign-in.',
  lastWay: 'This is your only way to sign in. Add another provider first, or set a password.',
  noneOfOther: 'None',
  askRemoveOfOther:
    '{name} won’t be able to sign in with {provider} any more, and gets an email about it. All sessions of the account end.',
  lastWayOfOther: 'This is the only way for this person to sign in. To keep them out, delete the account.',
  off: 'There are no providers here',
  offText: 'Whoever runs this application can add them with `auth: { providers }`.',
  refusals: {
    invalid_token: 'This sign-in took too long, or began in another window. Try again.',
    forbidden:
      'You can’t sign in with this account. If you have a password here, sign in with it and add the provider in your profile.',
    unverified: 'The provider doesn’t say that your email address is yours. Confirm it there, then try again.',
    invalid_state:
      'The provider doesn’t say that it has asked you again. Sign in with your password or a passkey instead.',
    conflict: 'Someone else signs in with this account of the provider.',
    unavailable: 'The provider can’t be reached. Try again in a moment.',
    anything: 'Signing in didn’t work. Try again, or ask whoever runs this service.',
  },
})
