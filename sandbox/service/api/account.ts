import { hashPassword } from '../store/passwords.ts';
import { type Call, type Context, done, type Operations } from './operation.ts';

export function accountOperations({ store: { database }, addresses }: Context): Operations {
	return {
		getAccount() {
			const account = database.get(
				'SELECT id, email, username, status, expires, registered FROM account',
			);
			return { error: 0, data: { ...account, avatar: addresses.avatar } };
		},

		updateAccount({ body }: Call<unknown, { email?: string; password?: string }>) {
			if (body.email !== undefined) database.run('UPDATE account SET email = ?', body.email);
			if (body.password !== undefined)
				database.run('UPDATE account SET password = ?', hashPassword(body.password));
			return done('Account has been successfully updated.');
		},
	};
}
