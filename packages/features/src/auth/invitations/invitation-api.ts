import {
  described,
  type DescribedOperations,
  type OperationMethods,
  schemas,
  answersObject,
  takesObject,
} from '@quirecms/core/feature'
import { LONGEST_TOKEN, SIGN_IN_API } from '../sign-in-api.ts'

export const INVITE_SCHEMA = {
  type: 'object',
  required: ['data'],
  additionalProperties: false,
  properties: { data: described('create', { type: 'object' }) },
} as const

const INVITATION = {
  type: 'object',
  required: ['id', 'email', 'status', 'createdAt', 'sentAt', 'expiresAt', 'invitedBy'],
  properties: {
    id: { type: 'string' },
    email: { type: 'string' },
    /** `expired`: the link no longer works until the invitation is resent. */
    status: { type: 'string', enum: ['waiting', 'expired'] },
    createdAt: { type: 'string', format: 'date-time' },
    /** When the newest mail was sent; null while it waits. */
    sentAt: { type: ['string', 'null'], format: 'date-time' },
    expiresAt: { type: 'string', format: 'date-time' },
    /** Null for the application itself. */
    invitedBy: schemas.namedUserOrNull,
  },
} as const

export const INVITATION_API = {
  /** Lists invited users who have not accepted yet, newest first. */
  invitations: {
    name: 'listInvitations',
    summary: 'List users with a pending invitation',
    description: 'Newest first. Lists users whom you may read and invite.',
    endpoint: { method: 'GET', path: '/invitations', base: 'auth' },
    local: { method: 'invitations', args: [] },
    parameters: ['page', 'limit'],
    of: INVITATION,
  },
  /** Sends a new link. The old one stops working at once. */
  resendInvitation: {
    name: 'resendInvitation',
    summary: 'Send an invitation again',
    description: 'Sends a new link, whose validity starts again. The old link stops working at once.',
    endpoint: { method: 'POST', path: '/{id}/invitation/resend', base: 'auth' },
    local: { method: 'resendInvitation', args: ['id'] },
    answer: answersObject({ resent: { const: true } }),
  },
  /** The link stops working, and the user, who has never signed in, is deleted. */
  withdrawInvitation: {
    name: 'withdrawInvitation',
    summary: 'Withdraw an invitation',
    description: 'The link stops working at once, and the user, who has never signed in, is deleted for good.',
    endpoint: { method: 'DELETE', path: '/{id}/invitation', base: 'auth' },
    local: { method: 'withdrawInvitation', args: ['id'] },
    answer: answersObject({ id: { type: 'string' }, withdrawn: { const: true } }),
  },
} as const satisfies DescribedOperations

/** Operations with links to choose a password: in collections whose users have passwords. */
export const ACCEPT_API = {
  /** Creates a link to hand over by another channel. The answer is the only place that shows it. */
  invitationLink: {
    name: 'createInvitationLink',
    summary: 'Create a link to an invitation',
    description:
      'For channels other than mail. The link is returned once, and can be used once. It replaces an earlier created link, but not a mailed one. Accepting it does not confirm the email address. Requires a session.',
    endpoint: { method: 'POST', path: '/{id}/invitation/link', base: 'auth' },
    local: { method: 'invitationLink', args: ['id'] },
    answer: answersObject({ url: { type: 'string' }, expiresAt: { type: 'string', format: 'date-time' } }),
  },
  /** Sets the password with the token of a link, and signs in. */
  acceptInvitation: {
    name: 'acceptInvitation',
    summary: 'Accept an invitation',
    description:
      'The token comes from the mail, or from a created link. Sets the password, writes the fields that users may change themselves (`data`), and signs in. A token from the mail also confirms the email address. If addresses must be confirmed and the token is from a created link, a confirmation mail is sent and the answer is 403 `unverified`: the password is set, and the user can sign in after the confirmation.',
    endpoint: { method: 'POST', path: '/accept-invitation', base: 'auth' },
    local: { method: 'acceptInvitation', args: ['body'] },
    parameters: [],
    body: takesObject(
      {
        token: { type: 'string', minLength: 1, maxLength: LONGEST_TOKEN },
        password: described('password', { type: 'string' }),
      },
      {
        data: described('update', { type: 'object' }),
      },
    ),
    ifMatch: false,
    answer: SIGN_IN_API.login.answer,
  },
} as const satisfies DescribedOperations

export type InvitationApi<Options> = OperationMethods<typeof INVITATION_API, Options>

export type AcceptApi<Options, User, Update> = OperationMethods<
  typeof ACCEPT_API,
  Options,
  { readonly user: User; readonly update: Update }
>
