import type { Settings } from '../settings.ts';

/** Kinds of refusals that settings treat in different ways. */
type RefusalKind =
	'ordinary' | 'unknownRecord' | 'duplicate' | 'forbiddenEndpoint' | 'missingEndpoint';

/** The service refuses a request that it understood. The reply is `{error: 1, message}`. */
export class Refusal extends Error {
	readonly kind: RefusalKind;

	constructor(message: string, kind: RefusalKind = 'ordinary') {
		super(message);
		this.kind = kind;
	}
}

/** The service fails, or does not have the endpoint. The reply is an HTML page. */
export class ErrorPage extends Error {
	readonly status: number;

	constructor(status: number) {
		super(`HTTP ${status}`);
		this.status = status;
	}
}

/** The HTTP status of a refusal. */
export function refusalStatus(settings: Settings, { kind }: Refusal): number {
	switch (kind) {
		case 'duplicate':
			return settings.duplicateStatus === 'same'
				? settings.refusalStatus
				: Number(settings.duplicateStatus);
		case 'forbiddenEndpoint':
			return Number(settings.forbiddenStatus);
		case 'missingEndpoint':
			return settings.missingEndpointReply === '404' ? 404 : settings.refusalStatus;
		case 'ordinary':
		case 'unknownRecord':
			return settings.refusalStatus;
	}
}

/** A message with the markup that the settings ask for. */
export function withMarkup({ messageMarkup }: Settings, message: string): string {
	switch (messageMarkup) {
		case 'none':
			return message;
		case 'strong':
			return `<strong>${message}</strong>`;
		case 'script':
			return `<script>document.location='/user/login'</script>${message}`;
		case 'entities':
			return `&quot;${message}&quot;&nbsp;&#8211;&nbsp;<a href="/help">Help &amp; support</a>`;
	}
}
