import { PasswordField } from '../../../ui/Field'

interface CurrentPasswordProps {
  label?: string
  /** The messages of the site about the form's fields, by their names. */
  errors: Readonly<Record<string, string>>
}

/** The field for the password that confirms a change of the account. */
export const CurrentPassword = ({ label = 'Current password', errors }: CurrentPasswordProps) => (
  <PasswordField label={label} name="currentPassword" error={errors['currentPassword']} />
)
