import { useNavigate } from '@tanstack/react-router'
import { CircleUserRound, Keyboard, Languages, LogOut, PanelLeft, UserRound } from 'lucide-react'
import { addresses } from '../data/addresses.ts'
import { account } from '../data/client.ts'
import { forgetSession, useSchema, useSession } from '../data/use-session.ts'
import { titleOf } from '../data/entities.ts'
import { Icon } from '../design/icon.tsx'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../design/menu.tsx'
import { type Appearance, changeAppearance, useAppearance } from '../words/appearance.ts'
import { shellWords } from '../words/shell.ts'
import { shortcutWords } from '../words/shortcuts.ts'
import { useWords } from '../words/use-words.ts'

interface AccountMenuProps {
  readonly className: string
  readonly nameClass: string
  readonly onShortcuts: () => void
}

export function AccountMenu({ className, nameClass, onShortcuts }: AccountMenuProps) {
  const said = useWords(shellWords)
  const { title: shortcuts } = useWords(shortcutWords)
  const schema = useSchema()
  const { user, collection } = useSession()
  const { theme, density, narrow } = useAppearance()
  const navigate = useNavigate()
  const users = schema.collections[collection]
  const name = (users && titleOf(users, user)) || user.email

  async function signOut(): Promise<void> {
    const answer = await account.logout().catch(() => undefined)
    forgetSession()
    // With single logout, the provider's sign-out page comes last.
    if (answer?.url !== undefined) {
      window.location.assign(answer.url)
      return
    }
    await navigate(addresses.signIn())
  }

  const option = <Value extends string>(value: Value, label: string) => ({ value, label })
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={className}>
          <Icon of={CircleUserRound} />
          <span className={nameClass}>{name}</span>
        </button>
      }
    >
      <MenuItem icon={<Icon of={UserRound} />} onSelect={() => void navigate(addresses.profile())}>
        {said.profile}
      </MenuItem>
      <MenuItem icon={<Icon of={Languages} />} onSelect={() => void navigate(addresses.profile('preferences'))}>
        {said.language}
      </MenuItem>
      <MenuItem icon={<Icon of={PanelLeft} />} onSelect={() => changeAppearance({ narrow: !narrow })}>
        {narrow ? said.wide : said.narrow}
      </MenuItem>
      <MenuItem icon={<Icon of={Keyboard} />} hint="?" onSelect={onShortcuts}>
        {shortcuts}
      </MenuItem>
      <MenuSeparator />
      <MenuChoice<Appearance['theme']>
        label={said.theme}
        value={theme}
        options={[option('system', said.system), option('light', said.light), option('dark', said.dark)]}
        onChange={(next) => changeAppearance({ theme: next })}
      />
      <MenuChoice<Appearance['density']>
        label={said.density}
        value={density}
        options={[option('comfortable', said.comfortable), option('compact', said.compact)]}
        onChange={(next) => changeAppearance({ density: next })}
      />
      <MenuSeparator />
      <MenuItem icon={<Icon of={LogOut} />} onSelect={() => void signOut()}>
        {said.signOut}
      </MenuItem>
    </Menu>
  )
}
