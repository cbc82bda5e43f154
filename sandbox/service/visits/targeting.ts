import type { LinkOptions } from '../store/links.ts';
import type { Visitor } from './visitor.ts';

/**
 * The address that a visitor is redirected to. The order is: country, app link, device, language, long URL. The link's
 * parameters are added to the address.
 */
export function destination(longUrl: string, options: LinkOptions, visitor: Visitor): string {
	const { geotarget = [], devicetarget = [], languagetarget = [], parameters = [] } = options;
	const target =
		placeLink(geotarget, visitor) ??
		appLink(longUrl, options, visitor) ??
		devicetarget.find(({ device }) => visitor.devices.includes(device.toLowerCase()))?.link ??
		languageLink(languagetarget, visitor) ??
		longUrl;
	return withParameters(target, parameters);
}

/** The link for the visitor's region, or else for the country. */
function placeLink(
	targets: NonNullable<LinkOptions['geotarget']>,
	{ country, region }: Visitor,
): string | undefined {
	const ofCountry = targets.filter(({ location }) => location.toLowerCase() === country);
	const ofRegion = ofCountry.find((target) => target.region?.toLowerCase() === region);
	return (ofRegion ?? ofCountry.find((target) => target.region === undefined))?.link;
}

/** The app link for the visitor's device. A generated one is the web address on iOS, and an intent on Android. */
function appLink(
	longUrl: string,
	{ deeplink = {} }: LinkOptions,
	{ devices }: Visitor,
): string | undefined {
	if (devices.includes('iphone') || devices.includes('ipad'))
		return deeplink.apple ?? (deeplink.auto ? longUrl : undefined);
	if (!devices.includes('android')) return undefined;
	return deeplink.google ?? (deeplink.auto ? intent(longUrl) : undefined);
}

function intent(longUrl: string): string {
	const scheme = new URL(longUrl).protocol.replace(':', '');
	const fallback = encodeURIComponent(longUrl);
	return `intent://${longUrl.replace(/^[a-z+.-]+:\/*/i, '')}#Intent;scheme=${scheme};S.browser_fallback_url=${fallback};end`;
}

/** The first of the visitor's languages that the link knows, by its first two letters (services.md section 4). */
function languageLink(
	targets: NonNullable<LinkOptions['languagetarget']>,
	{ languages }: Visitor,
): string | undefined {
	for (const language of languages) {
		const target = targets.find((candidate) => primary(candidate.language) === primary(language));
		if (target) return target.link;
	}
	return undefined;
}

const primary = (language: string) => language.slice(0, 2).toLowerCase();

function withParameters(
	target: string,
	parameters: NonNullable<LinkOptions['parameters']>,
): string {
	const url = URL.parse(target);
	if (!url || parameters.length === 0) return target;
	for (const { name, value } of parameters) url.searchParams.append(name, value);
	return url.href;
}
