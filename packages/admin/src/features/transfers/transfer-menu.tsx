import { Download, Ellipsis, Upload } from 'lucide-react'
import { useState } from 'react'
import { may } from '../../data/use-documents.ts'
import { useRights } from '../../data/use-rights.ts'
import { IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Menu, MenuItem } from '../../design/menu.tsx'
import type { ListContext } from '../../screens/feature.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import { ExportDialog } from './export-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { transfersWords } from './words.ts'

export function TransferMenu({ entity, state, mayCreate }: ListContext) {
  const said = useWords(transfersWords)
  const { more } = useWords(sharedWords)
  const rights = useRights(entity.slug)
  const [open, setOpen] = useState<'export' | 'import'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <Menu
        trigger={
          <IconButton label={more}>
            <Icon of={Ellipsis} />
          </IconButton>
        }
      >
        <MenuItem icon={<Icon of={Download} />} onSelect={() => setOpen('export')}>
          {said.export}
        </MenuItem>
        {(mayCreate || may(rights, 'update')) && (
          <MenuItem icon={<Icon of={Upload} />} onSelect={() => setOpen('import')}>
            {said.import}
          </MenuItem>
        )}
      </Menu>
      {open === 'export' && <ExportDialog entity={entity} state={state} onClose={close} />}
      {open === 'import' && <ImportDialog entity={entity} onClose={close} />}
    </>
  )
}
