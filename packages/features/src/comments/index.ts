import { type Call, draftsOf, type Feature, ofGlobal } from '@quirecms/core/feature'
import { COMMENTS, MENTIONS } from './comment-table.ts'
import { deleteComment } from './delete-comment.ts'
import { commentsOn } from './discussed-document.ts'
import { listComments, resolvedParameter } from './list-comments.ts'
import { mentionable, namedParameter } from './mentionable.ts'
import { reopenComment, resolveComment } from './resolve-thread.ts'
import { editComment, writeComment } from './write-comment.ts'

/** Comments of users on documents (docs/contract/comments.md). */
export const comments: Feature<Call> = {
  name: 'comments',
  options: ['comments'],
  needs: ['auth', 'overview'],
  for: ({ options }) => options['comments'] === true,
  adds({ kind, options }) {
    // For users who may read drafts; without drafts, for users who may update documents.
    const rule = draftsOf(options['versions']) === null ? 'update' : 'readDrafts'
    const operations = [
      listComments(rule),
      mentionable(rule),
      writeComment(rule),
      editComment(rule),
      resolveComment(rule),
      reopenComment(rule),
      deleteComment(rule),
    ]
    return {
      records: [COMMENTS, MENTIONS],
      parameters: [resolvedParameter, namedParameter],
      operations: kind === 'global' ? operations.map(ofGlobal) : operations,
      // Comments on documents in the trash stay, for a restore.
      onRemove: async (call, { tx: { records } }, { document, forGood }) => {
        if (!forGood) return
        await records.remove(MENTIONS.name, commentsOn(call, document.id))
        await records.remove(COMMENTS.name, commentsOn(call, document.id))
      },
    }
  },
}
