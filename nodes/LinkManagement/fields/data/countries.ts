import { entriesIn, type KnownName, nameKey, namesIn, pairsIn, whenNeeded } from '../knownNames';

/** Countries, in the forms in which tables hold them, and the English names by which services match visitors. */

/** ISO 3166: the code of two letters, then that of three. */
const CODES = `
	ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE BABIH BBBRB
	BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS BTBTN BVBVT BWBWA BYBLR
	BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CXCXR
	CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK
	FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS
	GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN
	ISISL ITITA JEJEY JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO
	LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD
	MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER
	NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PMSPM
	PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP
	SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF
	TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON TRTUR TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI USUSA UYURY
	UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR VNVNM VUVUT WFWLF WSWSM XKXKX YEYEM YTMYT ZAZAF ZMZMB ZWZWE
`
	.trim()
	.split(/\s+/)
	.map((codes): [code: string, longCode: string] => [codes.slice(0, 2), codes.slice(2)]);
/** The codes of two letters, by both codes. */
const SHORT_CODES = new Map(
	CODES.flatMap(([code, long]) => [
		[code, code],
		[long, code],
	]),
);

/** Names that GeoIP databases have, where those of Node.js are others, or have changed. */
const GEOIP_NAMES = new Map(
	pairsIn(`
		BQ:Caribbean Netherlands|CD:Democratic Republic of the Congo|CG:Congo|CI:Ivory Coast|CV:Cape Verde|CZ:Czechia|
		HK:Hong Kong|MK:North Macedonia|MM:Myanmar|MO:Macao|PS:Palestine|SZ:Eswatini|TR:Turkey
	`),
);

/** Names that only some GeoIP databases have (services.md section 4). They are sent as typed: only the user can know. */
const OTHER_GEOIP_NAMES = entriesIn(`
	åland|bonaire, sint eustatius, and saba|bonaire, saint eustatius and saba|cabo verde|cocos islands|
	cocos [keeling] islands|congo republic|dr congo|st kitts and nevis|st vincent and grenadines|türkiye|
	st. kitts and nevis|st. vincent and grenadines|saint vincent and the grenadines
`);

/** Usual names that Node.js does not have, by the code of their country. */
const USUAL_NAMES = pairsIn(`
	America:US|US:US|USA:US|United States of America:US|Great Britain:GB|Britain:GB|UK:GB|
	United Kingdom of Great Britain and Northern Ireland:GB|Holland:NL|Czech Republic:CZ|Slovak Republic:SK|
	Republic of Ireland:IE|Russian Federation:RU|Macedonia:MK|Bosnia:BA|Bosnia-Herzegovina:BA|
	Republic of Moldova:MD|Moldova, Republic of:MD|UAE:AE|Emirates:AE|KSA:SA|Iran, Islamic Republic of:IR|
	Islamic Republic of Iran:IR|Syrian Arab Republic:SY|Korea:KR|Korea, Republic of:KR|Republic of Korea:KR|
	Korea, Democratic People's Republic of:KP|Democratic People's Republic of Korea:KP|
	People's Republic of China:CN|PRC:CN|Mainland China:CN|Hong Kong SAR:HK|Macau:MO|Macau SAR:MO|
	Taiwan, Province of China:TW|Viet Nam:VN|Lao People's Democratic Republic:LA|Lao PDR:LA|Burma:MM|
	Brunei Darussalam:BN|East Timor:TL|State of Palestine:PS|Palestine, State of:PS|Swaziland:SZ|
	United Republic of Tanzania:TZ|Tanzania, United Republic of:TZ|Congo, The Democratic Republic of the:CD|
	Republic of the Congo:CG|DRC:CD|Congo-Kinshasa:CD|Congo-Brazzaville:CG|Congo, Republic of the:CG|Venezuela, Bolivarian Republic of:VE|
	Bolivia, Plurinational State of:BO|Micronesia, Federated States of:FM|Federated States of Micronesia:FM|
	Falkland Islands (Malvinas):FK|Virgin Islands, British:VG|Virgin Islands, U.S.:VI|US Virgin Islands:VI|
	Virgin Islands (British):VG|Virgin Islands (U.S.):VI|Holy See:VA|Vatican:VA|
	Holy See (Vatican City State):VA|Kyrgyz Republic:KG|Trinidad:TT|Sint Maarten (Dutch part):SX|
	Saint Martin (French part):MF|United States Minor Outlying Islands:UM|Korea, South:KR|Korea, North:KP|
	Bonaire, Sint Eustatius and Saba:BQ|Heard Island and McDonald Islands:HM|Netherlands (Kingdom of the):NL|
	Saint Helena, Ascension and Tristan da Cunha:SH|Palestinian Territory:PS|Vatican City State:VA|
	Cote d Ivoire:CI|Guyane:GF|Česká republika:CZ|Shqipëria:AL|Kosova:XK|Oesterreich:AT|Ελλάς:GR|
	السعودية:SA|الإمارات:AE|ประเทศไทย:TH|臺灣:TW
`);

/** Further languages of countries that have several, beside the one that Node.js takes as the likely one. */
const FURTHER_LANGUAGES = new Map(
	pairsIn(`
		AF:ps|BA:hr sr|BE:fr de|BQ:nl|BY:be|CA:fr|CF:fr|CH:fr it rm|CN:zh-Hant|CY:tr|DJ:ar|DZ:fr|ER:ar|ES:ca eu gl|
		FI:sv|FO:da|GB:cy|GL:da|GQ:fr pt|HK:zh-Hans|IE:ga|IL:ar|IQ:ku|KG:ru|KM:fr|KZ:kk|LB:fr|LK:ta|LU:de lb|MA:fr|
		ME:sr sr-Latn|MK:sq|MO:zh-Hans|MR:fr|NO:nn|NZ:mi|PE:qu|PK:pa|PY:es|RS:sr-Latn|SG:zh ms ta|SO:ar|TD:fr|TN:fr|
		TW:zh-Hans|US:es|XK:sr|ZA:af zu
	`),
);

const englishNames = whenNeeded(() => {
	const nameOf = namesIn('en', 'region');
	const spelled = (name: string) => name.replace(' & ', ' and ').replace('St. ', 'Saint ');
	return new Map(
		CODES.map(([code]) => [code, GEOIP_NAMES.get(code) ?? spelled(nameOf(code) ?? code)] as const),
	);
});

type NameOfCountry = [name: string | undefined, code: string];

/** The codes by the keys of the names. A country that has a name first keeps it. A name that Node.js lacks counts as the code. */
const codesByName = (named: NameOfCountry[]): Map<string, string> =>
	new Map(named.reverse().map(([name, code]) => [nameKey(name ?? code), code]));

/** A code. With a small letter after the first, three letters are a name, such as Nga, which is Russia in Vietnamese. */
const CODE = /^(?:[a-z]{2}|[A-Z]{2,3}|[A-Z][a-z]|[a-z]{3})$/;

const byEnglishName = whenNeeded(() => {
	const long = namesIn('en', 'region');
	const short = namesIn('en', 'region', 'short');
	return codesByName([
		...[...englishNames()].map(([code, name]): NameOfCountry => [name, code]),
		...USUAL_NAMES,
		...CODES.flatMap(([code]): NameOfCountry[] => [
			[long(code), code],
			[short(code), code],
		]),
	]);
});

const languagesOf = (code: string): string[] => [
	new Intl.Locale(`und-${code}`).maximize().toString(),
	...(FURTHER_LANGUAGES.get(code)?.split(' ') ?? []),
];

const byOwnName = whenNeeded(() =>
	codesByName(
		CODES.flatMap(([code]) =>
			languagesOf(code).flatMap((language): NameOfCountry[] => [
				[namesIn(language, 'region')(code), code],
				[namesIn(language, 'region', 'short')(code), code],
			]),
		),
	),
);

export const countryNames = whenNeeded(() =>
	[...englishNames().values()].sort((a, b) => a.localeCompare(b, 'en')),
);

/** By an ISO code, the English name or the name in its own language, in any case. */
export const knownCountry: KnownName = (text) => {
	const said = text.trim();
	if (OTHER_GEOIP_NAMES.includes(said.toLowerCase())) return said;
	const key = nameKey(said);
	const code = CODE.test(said) ? SHORT_CODES.get(said.toUpperCase()) : undefined;
	return englishNames().get(code ?? byEnglishName().get(key) ?? byOwnName().get(key) ?? '');
};
