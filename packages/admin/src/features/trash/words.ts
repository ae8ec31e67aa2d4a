import { words } from '../../words/words.ts'

export const trashWords = words('trash', {
  trash: 'Trash',
  lead: 'Deleted documents stay here until someone restores them or deletes them for good.',
  leadFor: 'Deleted documents stay here for {time}, and are then deleted for good. Until then, you can restore them.',
  collections: 'Collections',
  restore: 'Restore',
  restoreOne: 'Restore {title}',
  restored: '“{title}” has been restored',
  deleteForGood: 'Delete for good',
  deleteOne: 'Delete {title} for good',
  deletedForGood: '“{title}” has been deleted',
  movedBack: '“{title}” is back in the trash',
  askDelete: '“{title}” and its history will be deleted for good. This can’t be undone.',
  empty: 'Empty trash',
  askEmpty: {
    one: '{count} document in {what} will be deleted for good. This can’t be undone.',
    other: '{count} documents in {what} will be deleted for good. This can’t be undone.',
  },
  emptied: '{count} deleted',
  someStayed: {
    one: '{count} couldn’t be deleted because other documents use it',
    other: '{count} couldn’t be deleted because other documents use them',
  },
  nothing: 'The trash is empty',
  nothingText: 'Deleted documents appear here, and you can restore them.',
  toTrash: 'Move to trash',
  undone: '{count} restored',
  done: { one: 'Moved to trash', other: '{count} moved to trash' },
})
