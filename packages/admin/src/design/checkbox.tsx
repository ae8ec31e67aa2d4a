import { Checkbox as Base } from '@base-ui/react/checkbox'
import { Check, Minus } from 'lucide-react'
import styles from './checkbox.module.css'
import { Icon } from './icon.tsx'

interface CheckboxProps extends Base.Root.Props {
  readonly indeterminate?: boolean
}

export function Checkbox({ indeterminate = false, ...rest }: CheckboxProps) {
  return (
    <Base.Root {...rest} indeterminate={indeterminate} className={styles.box}>
      <Base.Indicator>
        <Icon of={indeterminate ? Minus : Check} size={12} />
      </Base.Indicator>
    </Base.Root>
  )
}
