import {
  type AnswerOf,
  type DescribedOperations,
  type GlobalOperationMethods,
  type OperationMethods,
  schemas,
  answersObject,
} from '@quirecms/core/feature'

export const MOST_COMMENTS = 1_000
const MOST_MENTIONS = 20
const LONGEST_BODY = 5_000
export const LONGEST_NAME = 200
export const MOST_SHOWN = 10

const ID = { type: 'string', format: 'uuid' } as const
const INSTANT = { type: 'string', format: 'date-time' } as const
const INSTANT_OR_NULL = { type: ['string', 'null'], format: 'date-time' } as const

/** A comment as clients see it (docs/contract/comments.md). */
const COMMENT = {
  type: 'object',
  required: [
    'id',
    'thread',
    'field',
    'author',
    'body',
    'mentions',
    'createdAt',
    'editedAt',
    'resolvedAt',
    'resolvedBy',
  ],
  properties: {
    id: ID,
    thread: {
      type: ['string', 'null'],
      format: 'uuid',
      description: 'The first comment of the thread; null for a comment that starts one.',
    },
    field: {
      type: ['string', 'null'],
      description: 'The path of the field that the comment is about; null for the document.',
    },
    author: schemas.namedUser,
    body: { type: 'string' },
    mentions: { type: 'array', items: schemas.namedUser },
    createdAt: INSTANT,
    editedAt: INSTANT_OR_NULL,
    resolvedAt: { ...INSTANT_OR_NULL, description: 'When the thread was resolved; null while it is open.' },
    resolvedBy: { ...schemas.namedUser, type: ['object', 'null'] },
  },
} as const

const BODY = { type: 'string', minLength: 1, maxLength: LONGEST_BODY } as const
const MENTIONED = {
  type: 'array',
  maxItems: MOST_MENTIONS,
  items: { ...schemas.namedUser, additionalProperties: false },
  description: 'Users who may read the comment. Each of them gets a mail.',
} as const

const COMMON = { parameters: [], ifMatch: false } as const
const OF_ONE = { ...COMMON, pathSchemas: { commentId: ID } } as const
const ONE = { kind: 'doc', status: 200, of: COMMENT } as const

export const COMMENT_API = {
  /** Lists the comments on the document, oldest first. */
  comments: {
    ...COMMON,
    name: 'comments',
    summary: 'List the comments on a document, oldest first',
    description: 'Omits comments on fields that you may not read.',
    endpoint: { method: 'GET', path: '/{id}/comments' },
    local: { method: 'comments', args: ['id'] },
    parameters: ['page', 'limit', 'resolved'],
    answer: { kind: 'list', status: 200, of: COMMENT },
  },
  /** Comments on the document or one of its fields, or replies to a comment. */
  comment: {
    ...COMMON,
    name: 'comment',
    summary: 'Comment on a document, on a field of it, or in a thread',
    description:
      'With `field`, the comment is about that field. With `thread`, it replies to the comment with that id, and reopens a resolved thread.',
    endpoint: { method: 'POST', path: '/{id}/comments' },
    local: { method: 'comment', args: ['id', 'body'] },
    body: {
      kind: 'schema',
      schema: {
        type: 'object',
        required: ['body'],
        additionalProperties: false,
        examples: [{ body: 'Is this date right?' }],
        properties: {
          body: BODY,
          field: {
            type: 'string',
            minLength: 1,
            description: 'The path of a field, without row indexes: `seo.title`.',
          },
          thread: ID,
          mentions: MENTIONED,
        },
      },
    },
    answer: { kind: 'doc', status: 201, of: COMMENT },
  },
  /** Changes the actor's own comment. */
  editComment: {
    ...OF_ONE,
    name: 'editComment',
    summary: 'Edit your own comment',
    description: 'Without `mentions`, the mentioned users stay the same. Only newly mentioned users get a mail.',
    endpoint: { method: 'PATCH', path: '/{id}/comments/{commentId}' },
    local: { method: 'editComment', args: ['id', 'params.commentId', 'body'] },
    body: {
      kind: 'schema',
      schema: {
        type: 'object',
        required: ['body'],
        additionalProperties: false,
        examples: [{ body: 'Is this date right?' }],
        properties: { body: BODY, mentions: MENTIONED },
      },
    },
    answer: ONE,
  },
  /** Marks the thread of a comment as resolved. */
  resolveComment: {
    ...OF_ONE,
    name: 'resolveComment',
    summary: 'Resolve the thread of a comment',
    description: 'Has no effect if the thread is already resolved.',
    endpoint: { method: 'POST', path: '/{id}/comments/{commentId}/resolve' },
    local: { method: 'resolveComment', args: ['id', 'params.commentId'] },
    answer: ONE,
  },
  /** Reopens the thread of a comment. */
  reopenComment: {
    ...OF_ONE,
    name: 'reopenComment',
    summary: 'Open the thread of a comment again',
    description: 'Has no effect if the thread is already open.',
    endpoint: { method: 'POST', path: '/{id}/comments/{commentId}/reopen' },
    local: { method: 'reopenComment', args: ['id', 'params.commentId'] },
    answer: ONE,
  },
  deleteComment: {
    ...OF_ONE,
    name: 'deleteComment',
    summary: 'Delete a comment',
    description:
      'You may delete your own comments without replies. Users who may delete the document, or change the global, may delete any comment. Deleting the first comment of a thread deletes its replies.',
    endpoint: { method: 'DELETE', path: '/{id}/comments/{commentId}' },
    local: { method: 'deleteComment', args: ['id', 'params.commentId'] },
    answer: answersObject({ id: ID, deleted: { const: true } }),
  },
  /**
   * Finds users who can be mentioned here; with `named`, those whose name contains it, or whose address begins with
   * it.
   */
  mentionable: {
    ...COMMON,
    name: 'mentionable',
    summary: 'Find users to mention in a comment',
    description: `Up to ${MOST_SHOWN} users whom you may read, and who may read the comments of this document. With \`named\`, only users whose name contains it, or whose email address begins with it.`,
    endpoint: { method: 'GET', path: '/{id}/comments/mentionable' },
    local: { method: 'mentionable', args: ['id'] },
    parameters: ['named'],
    answer: answersObject({
      users: {
        type: 'array',
        maxItems: MOST_SHOWN,
        items: {
          type: 'object',
          required: ['collection', 'id', 'name'],
          properties: { collection: { type: 'string' }, id: ID, name: { type: ['string', 'null'] } },
        },
      },
    }),
  },
} as const satisfies DescribedOperations

export type CommentApi<Options> = OperationMethods<typeof COMMENT_API, Options>

export type GlobalCommentApi<Options> = GlobalOperationMethods<typeof COMMENT_API, Options>

export type Comment = AnswerOf<typeof COMMENT_API.comment>

export type MentionableUser = AnswerOf<typeof COMMENT_API.mentionable>['users'][number]
