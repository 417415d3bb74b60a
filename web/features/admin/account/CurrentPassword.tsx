import { PasswordField } from '../../../ui/PasswordField'

/** The field for the password that confirms a change of the account. */
export const CurrentPassword = ({ label = 'Current password' }: { label?: string }) => (
  <PasswordField label={label} name="currentPassword" />
)
