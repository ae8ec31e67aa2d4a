import {
  BookOpen,
  Box,
  Calendar,
  Feather,
  File,
  FileText,
  Folder,
  Globe,
  Hash,
  Image,
  type LucideIcon,
  Mail,
  MapPin,
  Menu,
  MessageSquare,
  Newspaper,
  Package,
  Settings2,
  ShoppingBag,
  Star,
  Tag,
  Users,
} from 'lucide-react'
import { isAuth, isUpload } from '../data/entities.ts'
import type { EntitySchema } from '../data/schema.ts'

/** Icons that `admin.icon` can name. All of Lucide would be larger than the rest of the app. */
const NAMED: Readonly<Record<string, LucideIcon>> = {
  book: BookOpen,
  box: Box,
  calendar: Calendar,
  feather: Feather,
  file: File,
  'file-text': FileText,
  folder: Folder,
  globe: Globe,
  hash: Hash,
  image: Image,
  mail: Mail,
  'map-pin': MapPin,
  menu: Menu,
  message: MessageSquare,
  newspaper: Newspaper,
  package: Package,
  settings: Settings2,
  'shopping-bag': ShoppingBag,
  star: Star,
  tag: Tag,
  users: Users,
}

/** Icons guessed from names, if the configuration sets none. */
const GUESSES: readonly (readonly [RegExp, LucideIcon])[] = [
  [/author|writer/, Feather],
  [/tag|categor|topic/, Tag],
  [/page/, File],
  [/post|article|stor|news/, FileText],
  [/menu|navigation/, Menu],
  [/product|item/, Package],
  [/event|date/, Calendar],
  [/comment|message/, MessageSquare],
  [/setting|config/, Settings2],
]

export function EntityIcon({ entity, kind = 'collection' }: { readonly entity: EntitySchema; readonly kind?: string }) {
  return <Icon of={iconOf(entity, kind)} />
}

function iconOf(entity: EntitySchema, kind: string): LucideIcon {
  const named = entity.admin?.icon === undefined ? undefined : NAMED[entity.admin.icon]
  if (named) return named
  if (isAuth(entity)) return Users
  if (isUpload(entity)) return Image
  const guess = GUESSES.find(([pattern]) => pattern.test(entity.slug))?.[1]
  return guess ?? (kind === 'global' ? Settings2 : Folder)
}

/**
 * Icons share one size and stroke and are hidden from assistive technology: the text beside them carries the meaning.
 */
export function Icon({ of: Shape, size = 16 }: { readonly of: LucideIcon; readonly size?: number }) {
  return <Shape size={size} strokeWidth={1.6} aria-hidden="true" focusable="false" />
}
