"""Cover names for guests who have not named themselves: two words that are read alike in English and in Polish."""

from __future__ import annotations

import secrets
from collections import deque


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


FIRST = _words("""
Ada Adela Aldo Alma Amelia Anton Aron Astrid Aurora Axel Bela Berta Bianca Blanka Bruno Carmen Cecil Celina Clara Cyril Dana
Daria Delia Diana Dora Edgar Edwin Elena Elias Elvira Emil Emma Ernest Felix Fiona Flora Frida Gala Gerda Greta Gustav Hanna
Hektor Helga Henri Hugo Ida Igor Ilona Ines Irena Irma Isidor Ivo Jana Jonas Judith Julia Karin Klara Konrad Lara Laura Lea
Leon Leo Lidia Lilian Linda Lola Lora Lotta Luna Magda Malina Marika Marlena Marta Max Melba Milan Mila Mira Miron Mona Nadia
Natan Nela Nestor Nina Nora Norma Odeta Olaf Olga Oliver Oskar Otto Paula Petra Ralf Rita Robin Roman Rosa Rufus Sabina
Samuel Selma Silvia Simon Sofia Stella Tamara Tekla Teodor Tessa Tibor Ulla Vera Viktor Vilma Viola Wanda Xenia Zelda Zita
Zora
""")

SECOND = _words("""
Adagio Alfa Allegro Altair Andante Antares Arcus Argus Aria Atlas Avalon Bandera Beryl Bistro Bolero Bonanza Bora Borealis
Cameo Cantata Capella Cargo Carrara Castor Cedar Cello Ceres Clivia Cobra Colt Condor Contra Cordoba Corona Corvus Data Delta
Diva Domino Dorado Duo Echo Ego Elektra Fado Fauna Flamenco Forte Fortuna Forum Gala Galena Gamma Gloria Hermes Hydra Indigo
Inferno Iris Jaguar Jasmin Juno Kappa Kiwi Koala Lambda Largo Libra Lido Limbo Lotto Luna Lynx Maestro Magnolia Mambo Mars
Medium Meridian Metro Minerva Mistral Monitor Motto Nebula Nimbus Nova Omega Opal Optimum Orion Pampa Panda Panorama Patina
Perla Piano Pinot Pixel Polaris Pollux Polo Porto Prisma Procyon Puma Quasar Quorum Radar Radio Regatta Regulus Rigel Rodeo
Rondo Rumba Safari Salsa Samba Saturn Scala Sepia Serpens Sierra Sigma Silva Sirius Sirocco Solaris Solo Sonata Studio Taiga
Tango Terra Tiara Topaz Tornado Totem Trio Tundra Ultra Vega Vista Volta Yeti Zulu
""")

RECENT = 60  # names whose words are not used again: whoever meets at a table has mostly come at about the same time


class CoverNames:
    """Hands out names that differ in both words from those before."""

    def __init__(self) -> None:
        self._recent: deque[str] = deque(maxlen=2 * RECENT)

    def next(self) -> str:
        words = [secrets.choice([word for word in words if word not in self._recent]) for words in (FIRST, SECOND)]
        self._recent.extend(words)
        return " ".join(words)
