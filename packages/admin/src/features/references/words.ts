import { words } from '../../words/words.ts'

export const referencesWords = words('references', {
  usedBy: 'Used by',
  nothing: 'Not used anywhere',
  texts: { one: 'One text shows or links to this.', other: '{count} texts show or link to this.' },
  fields: { one: 'One field points to this.', other: '{count} fields point to this.' },
  places: { one: 'It’s used in one place.', other: 'It’s used in {count} places.' },
  keep: 'Those places will show nothing.',
  clear: 'It will be removed everywhere it’s used.',
  restrict: 'It can’t be deleted while it’s in use. Remove it from those places first.',
  used: { one: 'One of these is used elsewhere.', other: '{count} of these are used elsewhere.' },
  keepMany: 'The places that use them will show nothing.',
  clearMany: 'They’ll be removed everywhere they’re used.',
  kept: 'It can’t be deleted.',
  restrictMany: 'Those still in use can’t be deleted.',
  firstOnly: 'Only the first {count} were checked.',
  checking: 'Checking where they’re used…',
  unchecked: 'We couldn’t check where they’re used. Close this and try again to be sure.',
  inTrash: 'Those places can’t show it while it’s in the trash.',
  offline: 'Readers will no longer see it there.',
})
