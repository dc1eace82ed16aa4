"""Where Numba keeps compiled code: by what its sources say, wherever they lie."""

from numba.core.caching import UserProvidedCacheLocator


class ByContent(UserProvidedCacheLocator):
    """For sources whose content has already named the folder.

    Left alone, Numba keeps code apart by the path of its source: a second checkout, or a checkout that was moved, would
    compile for minutes what lies there already.
    """

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        return ""
