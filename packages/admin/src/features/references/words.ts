import { words } from '../../words/words.ts'

export const referencesWords = words('references', {
  usedBy: 'Used by',
  nothing: 'Nothing uses this yet.',
  texts: { one: 'One text shows or links to this.', other: '{count} texts show or link to this.' },
  fields: { one: 'One field points to this.', other: '{count} fields point to this.' },
  places: { one: 'It’s used in one place.', other: 'It’s used in {count} places.' },
  keep: 'It will be missing there.',
  clear: 'It will be removed from them.',
  restrict: 'It can’t be deleted while they use it. Change them first.',
  used: { one: 'One of these is used elsewhere.', other: '{count} of these are used elsewhere.' },
  keepMany: 'They’ll be missing wherever they’re shown or linked.',
  clearMany: 'They’ll be removed from whatever uses them.',
  kept: 'It can’t be deleted.',
  restrictMany: 'Some can’t be deleted while something uses them.',
  firstOnly: 'Only the first {count} were checked.',
  checking: 'Checking what uses them…',
  unchecked: 'What uses them couldn’t be checked. Close this and try again to be sure.',
  inTrash: 'They can’t show it while it’s in the trash.',
  offline: 'Readers won’t see it there any more.',
})
