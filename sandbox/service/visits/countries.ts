const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Names of GeoIP databases that differ from those of `Intl` by more than a rule (services.md section 4). */
const further: Record<string, string> = {
	AX: 'Åland',
	BQ: 'Bonaire, Sint Eustatius, and Saba',
	CC: 'Cocos [Keeling] Islands',
	CD: 'DR Congo',
	CG: 'Congo Republic',
	CI: 'Ivory Coast',
	CV: 'Cabo Verde',
	GS: 'South Georgia and the South Sandwich Islands',
	KN: 'St Kitts and Nevis',
	PS: 'Palestine',
	TR: 'Turkey',
	VC: 'St Vincent and Grenadines',
};

/** The name of a country as GeoIP databases have it, from its ISO code; undefined for other codes. */
export function countryNameOf(code: string): string | undefined {
	// A proxy has codes of its own, such as T1
	const usual = /^[A-Z]{2}$/.test(code) ? names.of(code) : undefined;
	return (
		further[code] ??
		usual
			?.replace('&', 'and')
			.replace(/^St\. /, 'Saint ')
			.replace(/ SAR China$| \(Burma\)$/, '')
	);
}
